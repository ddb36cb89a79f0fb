import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runCliJson, runCommand, type Environment, newKey, startService } from '../processes/nameyard.js';
import type { Login } from '../processes/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { temporaryFolder } from '../support/paths.js';
import { startDatabase, startPostgres } from '../processes/postgres.js';

describe('commands without a running service', () => {
  it('prepare a data directory that the service uses later', async () => {
    const env: Environment = { DATA_DIR: temporaryFolder() };
    const { key, tenant, migrations, operator } = await runCliJson(['migrate'], env);
    expect(tenant).toBe('demo');
    expect(operator).toEqual({ email: 'operator@nameyard.test', password: expect.stringMatching(/^[a-z2-9-]{23}$/) });
    expect(migrations).not.toEqual([]);
    await runCliJson(['tenants', 'create', 'acme'], env);
    const live = await newKey(env, 'acme', '--scope', 'live');
    await runCliJson(['registrar', 'on', '--reason', 'from the start'], env);

    const service = await startService(env);
    expect(service.key).toBe('');
    expect(await service.client().logIn(operator as Login)).toBe(200);
    expect((await service.client({ key: String(key), tenant: 'demo' }).search('example.com')).code).toBe('ok');
    expect((await service.client(live).searchLive('example.com')).code).toBe('REGISTRAR_NOT_CONNECTED');
  });

  it.each(['sandbox', 'live'])('generate a %s key without a database, for BOOTSTRAP_API_KEY', async scope => {
    const env: Environment = { DATA_DIR: join(temporaryFolder(), 'missing') };
    const { code, stdout, stderr } = await runCommand(['keys', 'generate', '--scope', scope], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^ny_${scope}_[0-9A-Za-z]{38}\n$`));
    expect(await runCliJson(['keys', 'generate', '--scope', scope], env)).toEqual({ key: expect.any(String), scope });
    expect(existsSync(env['DATA_DIR']!)).toBe(false);
  });

  it('start with a generated key', async () => {
    const { key } = await runCliJson(['keys', 'generate'], {});
    const env: Environment = { DATA_DIR: temporaryFolder(), BOOTSTRAP_API_KEY: String(key) };
    expect(await runCliJson(['migrate'], env)).toMatchObject({ tenant: 'demo', key });
    expect(await runCommand(['migrate'], { ...env, DATABASE_ULR: 'postgres://db/nameyard' })).toMatchObject({
      code: 0,
      stderr: 'DATABASE_ULR is not a setting; did you mean DATABASE_URL?\n',
    });
  });

  it('open the page of an ID in the browser, or only print its address', async () => {
    const [folder, env] = [temporaryFolder(), { DATA_DIR: join(temporaryFolder(), 'missing'), PORT: '4321' }];
    const url = 'http://127.0.0.1:4321/portal/t/acme/find/ord_1';
    expect(await runCliJson(['open', 'ord_1', '--tenant', 'acme'], env)).toEqual({ url });
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > ${folder}/opened\n`, { mode: 0o755 });
    const browser = { ...env, PATH: `${folder}:${process.env['PATH']}` };
    const args = ['open', 'shop.com', '--url', 'https://sandbox.example'];
    const address = 'https://sandbox.example/portal/t/demo/find/shop.com\n';
    expect(await runCommand([...args, '--no-browser'], browser)).toMatchObject({ code: 0, stdout: address });
    expect(existsSync(join(folder, 'opened'))).toBe(false);
    expect(await runCommand(args, browser)).toMatchObject({ code: 0, stdout: address });
    await eventually(() => expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe(address));
  });

  it('migrate the database of DATABASE_URL once when run concurrently', async () => {
    const env: Environment = { DATABASE_URL: (await startPostgres()).url, DEFAULT_TENANT: 'acme' };
    const made = await Promise.all([runCliJson(['migrate'], env), runCliJson(['migrate'], env)]);
    expect(made.filter(({ key }) => key)).toHaveLength(1);
    expect(made.filter(({ operator }) => operator)).toHaveLength(1);
    expect(made.filter(({ migrations }) => (migrations as string[]).length > 0)).toHaveLength(1);
    expect(await runCliJson<object[]>(['keys', 'list', '--tenant', 'acme'], env)).toHaveLength(1);
  });

  it('keep no transaction open while they create the first key, because PostgreSQL would end it', async () => {
    const { url, query } = await startDatabase();
    const env: Environment = { DATABASE_URL: url, DATABASE_TIMEOUT: '5s' };
    const locking = new pg.Client({ connectionString: url, application_name: 'the lock' });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE api_keys.keys');
    let isMigrating = false;
    let migrating = Promise.resolve();
    let failure = '';
    // A machine that pauses may miss the end of an attempt, because a statement waits for a lock for 3.5 seconds only.
    const migrate = () => {
      isMigrating = true;
      migrating = runCommand(['migrate'], env).then(({ code, stderr }) => {
        isMigrating = false;
        if (code !== 0 && !/lock timeout/.test(stderr)) failure = stderr;
      });
    };
    const states = await waitFor('a statement that waits for the lock', async () => {
      if (failure) throw new Error(`migrate failed: ${failure}`);
      if (!isMigrating) migrate();
      const found = await query(
        `SELECT state, wait_event_type FROM pg_stat_activity
         WHERE datname = current_database() AND application_name <> 'the lock'`,
      );
      return found.some(({ wait_event_type }) => wait_event_type === 'Lock') && found.map(({ state }) => state);
    }).finally(() => locking.end());
    await migrating;
    expect(failure).toBe('');
    expect(states).not.toContain('idle in transaction');
  });
});
