import { ServiceClient } from '../processes/client.js';
import { runCliJson, runCommand, type Environment, runWorker, startWorker } from '../processes/nameyard.js';
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
  let workerEnv: Environment;

  beforeAll(async () => {
    const port = await freePort();
    workerEnv = { ...env, WORKER_PORT: String(port), METRICS_PORT: String(await freePort()) };
    worker = await startWorker(workerEnv);
    observer = new ServiceClient(`http://127.0.0.1:${port}`, { key: '', tenant: '' });
  });

  it('serves health, metrics on a port of their own, and nothing else', async () => {
    const metrics = new ServiceClient(`http://127.0.0.1:${workerEnv['METRICS_PORT']}`, { key: '', tenant: '' });
    expect(await metrics.statusOf('/metrics')).toBe(200);
    expect(await metrics.statusOf('/health/ready')).toBe(404);
    const requests = ['HEAD', 'POST'].map(method => fetch(`${metrics.origin}/metrics`, { method }));
    const responses = await Promise.all(requests);
    expect(responses.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
      [200, null],
      [404, 'GET, HEAD'],
    ]);
    for (const path of ['/health/live', '/health/ready']) expect(await observer.statusOf(path)).toBe(200);
    for (const path of ['/', '/metrics', '/docs', '/docs/openapi.json', '/api/v1/sandbox/domains/search'])
      expect(await observer.statusOf(path)).toBe(404);
  });

  it('rejects another worker on the same port, and one with another encryption key', async () => {
    const { WORKER_PORT } = workerEnv;
    const exits = await Promise.all([
      runWorker({ ...workerEnv, METRICS_PORT: '' }),
      runWorker({ ...workerEnv, WORKER_PORT: '' }),
      runWorker({ ...env, ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64') }),
    ]);
    expect(exits.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(exits[0].stderr).toBe(
      `Port ${WORKER_PORT} on 127.0.0.1 is in use; stop the other program or change WORKER_PORT.\n`,
    );
    expect(exits[1].stderr).toContain('change METRICS_PORT.');
    expect(exits[2].stderr).toMatch(
      /^This installation uses the encryption key with the ID \w{16}, but the key in ENCRYPTION_KEY has .*\n$/,
    );
  });

  describe('nameyard doctor', () => {
    const doctor = async (settings: Environment = {}) => {
      const { code, stdout } = await runCommand(['doctor', '--json'], { ...workerEnv, ...settings });
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; found: string }[] };
      return { code, failed: checks.filter(({ status }) => status === 'failed') };
    };

    it('fails because no API runs', async () => {
      const { code, failed } = await doctor();
      expect(code).toBe(1);
      expect(failed).toMatchObject([
        { name: 'processes', found: expect.stringMatching(/^No api process runs; running: .+worker\.$/) },
      ]);
    });

    it('finds another encryption key, a lost Redis, and a pending migration', async () => {
      const [removed] = await postgres.query<{ name: string; timestamp: string; id: number }>(
        'DELETE FROM platform.migrations WHERE id = (SELECT max(id) FROM platform.migrations) RETURNING *',
      );
      const { code, failed } = await doctor({
        ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      });
      await postgres.query('INSERT INTO platform.migrations (id, timestamp, name) VALUES ($1, $2, $3)', [
        removed!.id,
        removed!.timestamp,
        removed!.name,
      ]);
      expect(code).toBe(1);
      expect(Object.fromEntries(failed.map(({ name, found }) => [name, found]))).toEqual({
        processes: expect.stringContaining('No api process runs'),
        migrations: `1 migration is pending, first ${removed!.name}.`,
        'encryption key': expect.stringMatching(
          /^This command has the key \w{16}, but the installation uses \w{16}\.$/,
        ),
        Redis: expect.stringMatching(/^Redis in REDIS_URL is not reachable: .*ECONNREFUSED/),
      });
    });

    it('finds a worker that does not answer', async () => {
      worker.signal('SIGSTOP');
      const { failed } = await doctor();
      worker.signal('SIGCONT');
      expect(failed).toMatchObject([
        {
          name: 'processes',
          found: expect.stringMatching(/^1 process is connected but does not respond: .+, backend \d+\.$/),
        },
      ]);
    });
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
