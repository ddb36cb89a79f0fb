import { get } from 'node:http';

/** Health check of the containers. Exits with 0 if the process on the port is ready. */
const [port = process.env['PORT'] ?? '3000'] = process.argv.slice(2);
get({ host: '127.0.0.1', port, path: '/health/ready', timeout: 8_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
