import { ServiceClient } from '../processes/client.js';
import { runCliJson, type Environment, startWorker } from '../processes/nameyard.js';
import { freePort } from '../support/paths.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import type { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';

let postgres: Postgres;
let env: Environment;

beforeAll(async () => {
  postgres = await startPostgres();
  env = { DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
});

describe('worker with WORKER_PORT', () => {
  let worker: Program;
  let observer: ServiceClient;

  beforeAll(async () => {
    const port = await freePort();
    worker = await startWorker({ ...env, WORKER_PORT: String(port) });
    observer = new ServiceClient(`http://127.0.0.1:${port}`, { key: '', tenant: '' });
  });

  it('serves health and metrics and nothing else', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect(await observer.statusOf(path)).toBe(200);
    for (const path of ['/', '/docs', '/docs/openapi.json', '/api/v1/sandbox/domains/search'])
      expect(await observer.statusOf(path)).toBe(404);
  });

  it('is live but not ready while PostgreSQL is down', async () => {
    await postgres.stop('SIGINT');
    expect(await observer.statusOf('/health/live')).toBe(200);
    expect(await observer.statusOf('/health/ready')).toBe(503);
    await postgres.startAgain();
    await eventually(async () => expect(await observer.statusOf('/health/ready')).toBe(200));
  });

  it('exits with 0 on SIGTERM', async () => {
    expect((await worker.end('SIGTERM')).code).toBe(0);
    await expect(observer.statusOf('/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});
