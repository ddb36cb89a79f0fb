import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceClient } from '../processes/client.js';
import { type Environment, runCli, runCliJson, type Service, startService } from '../processes/nameyard.js';
import { grantKey } from '../processes/keys.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { addReceiver, WEBHOOKS } from '../processes/webhooks.js';
import { eventually, waitFor } from '../support/eventually.js';
import { concurrently, countOutcomes } from '../support/outcome.js';
import { freePort, temporaryFolder } from '../support/paths.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';

/** Clients share a few connections, so that a process rarely gets the same one twice. */
const POOL_SIZE = 4;

/** Writes the configuration of a pooler in transaction mode, and returns its path. */
function configure(postgresUrl: string, port: number): string {
  const { port: server, username, password } = new URL(postgresUrl);
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(
    path,
    `[databases]
nameyard = host=127.0.0.1 port=${server} user=${username} password=${password} connect_query='SET statement_timeout = 4500; SET lock_timeout = 3500'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  return path;
}

describeWith('pgbouncer', 'PgBouncer in transaction mode', () => {
  let postgres: Postgres;
  let env: Environment;
  let pooler: Program;
  let service: Service;
  let client: ServiceClient;
  let startPooler: () => Promise<void>;

  beforeAll(async () => {
    postgres = await startPostgres();
    const port = await freePort();
    const path = configure(postgres.url, port);
    startPooler = async () => {
      pooler = new Program('pgbouncer', [path]);
      await waitFor('PgBouncer to listen', () => pooler.stderr.includes('process up'));
    };
    await startPooler();
    const url = Object.assign(new URL(postgres.url), { port: String(port) }).href;
    env = { ...WEBHOOKS, DATA_DIR: temporaryFolder(), DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url };
    await runCliJson(['migrate'], env);
    service = await startService(env);
    client = service.client(await grantKey(postgres));
  });

  it('is refused without DATABASE_DIRECT_URL', async () => {
    const { code, stdout, stderr } = await runCli(['start'], { ...env, PORT: '0', DATABASE_DIRECT_URL: '' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.* leads to a connection pooler such as PgBouncer; set DATABASE_DIRECT_URL to .*\n$/);
  });

  it('serves concurrent purchases, and their webhooks are sent', async () => {
    const receiver = await TestReceiver.start();
    await addReceiver(postgres, receiver.url);
    const purchases = await concurrently(24, async n => {
      const order = await client.order(`pooled-${n}.com`);
      return client.checkout(String(order.body.data?.order_id), `pooled-${n}`);
    });
    expect(countOutcomes(purchases)).toEqual({ 200: 24 });
    await eventually(() => expect(new Set(receiver.ids).size).toBe(24));
    const sessions = await postgres.query(`SELECT FROM pg_stat_activity WHERE application_name = 'nameyard'`);
    expect(sessions.length).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('enforces a revocation', async () => {
    const key = await runCliJson<{ id: string; key: string }>(['keys', 'create', '--tenant', 'demo'], env);
    const holder = service.client({ key: key.key, tenant: 'demo' });
    expect((await holder.search('example.com')).code).toBe('ok');
    await runCliJson(['keys', 'revoke', key.id], env);
    await eventually(async () => expect((await holder.search('example.com')).code).toBe('API_KEY_INVALID'), 10_000);
  });

  it('may restart: calls fail with 503 meanwhile', async () => {
    await pooler.end('SIGTERM');
    const order = await client.order('meanwhile.com');
    expect([order.status, order.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await startPooler();
    await eventually(async () => expect((await client.order('afterwards.com')).code).toBe('ok'));
  });
});
