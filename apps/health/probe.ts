import { get } from 'node:http';

/** A container's health check: ends with 0 when the process on this port of the container says that it is ready. */
const [port = process.env['PORT'] ?? '3000'] = process.argv.slice(2);
get({ host: '127.0.0.1', port, path: '/health/ready', timeout: 8_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
