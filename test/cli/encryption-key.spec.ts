import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { SETTINGS, type Settings } from '#platform/process/config';
import { Secrets } from '#platform/security/secrets';
import { examine } from '../../apps/cli/doctor/doctor.js';
import { storages } from '../../apps/storage.js';
import { type Environment, runCliJson, runCommand, startService } from '../processes/nameyard.js';
import { type Database, folderWithPostgres, startDatabase } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { addReceiver, WEBHOOKS } from '../processes/webhooks.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { CLI, temporaryFolder } from '../support/paths.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { REGISTRANT, Shopper } from '../support/shopper.js';
import { addTotp, codeOf } from '../support/totp.js';
import { bash, blocksOf, page } from './documented.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const STEP_MS = 30_000;

interface Rotated {
  key: string;
  resealed: number;
  current: number;
  unreadable: number;
}

const idOf = (encryptionKey: Buffer) => new Secrets({ encryptionKey, dataDir: '' }).keyId;

describe('the rotation of ENCRYPTION_KEY', () => {
  /** Has both keys. */
  let sandbox: Sandbox;
  /** Has only the former key. */
  let former: Sandbox;
  let operator: PortalClient;
  let client: Client;
  let receiver: TestReceiver;
  let secret: string;
  let person: PortalClient;
  /** Secret of the person's authenticator app. */
  let totp: string;
  let env: Environment;

  beforeAll(async () => {
    const settings = { webhookAllowPrivateTargets: true };
    sandbox = await startSandbox({ settings: { ...settings, encryptionKey: NEW, previousEncryptionKey: OLD } });
    former = await startSandbox({ settings: { ...settings, encryptionKey: OLD }, peerOf: sandbox });
    env = {
      DATABASE_URL: sandbox.database.url,
      ENCRYPTION_KEY: NEW.toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: OLD.toString('base64'),
    };
    await sandbox.rows('UPDATE platform.installation SET key_id = $1', [idOf(OLD)]);
    operator = await former.person({ role: 'operator' });
    const opened = await former.tenant();
    client = sandbox.integrator(opened, { key: opened.key, value: opened.key.value });
    receiver = await TestReceiver.start();
    const { body } = await operator.post(tenantPath(client, '/receivers'), { url: receiver.url });
    secret = body.data.secret;
  });

  const rotate = () => runCliJson<Rotated>(['encryption-key', 'rotate'], env);
  /** Number of signing secrets by key. */
  const counts = async (): Promise<[string, number][]> =>
    (await sandbox.rows('SELECT key_id, count(*)::int AS count FROM webhooks.secrets GROUP BY 1')).map(
      ({ key_id, count }) => [key_id, count],
    );
  const doctor = async () => {
    const settings = { ...sandbox.app.get<Settings>(SETTINGS), databaseUrl: sandbox.database.url };
    const results = await examine(sandbox.database.url, settings);
    return Object.fromEntries(results.map(({ name, status, found }) => [name, `${status}: ${found}`]));
  };

  /** The next webhook of the receiver has a valid signature. */
  async function expectSignedWebhook(domain: string): Promise<void> {
    await client.register(domain);
    const { headers, body } = await eventually(() => {
      const found = receiver.received.find(({ body }) => body.includes(domain));
      expect(found).toBeDefined();
      return found!;
    });
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  }

  it('accepts logins, forms, access codes and IDs that a process with the former key issued', async () => {
    person = await former.person({ role: 'operator' });
    ({ secret: totp } = await addTotp(person));
    const { email, password } = person.credentials;
    const login = former.visitor();
    await login.logIn(email, password);
    const continued = Object.assign(sandbox.visitor(), { pending: login.pending });
    const response = await continued.post('session/code', { code: codeOf(totp, Date.now() + STEP_MS) });
    expect(response.status).toBe(200);

    await operator.patch(tenantPath(client, '/storefront'), { access: 'code', code: 'kingfisher' });
    const host = `${client.tenant.slug}.localhost`;
    const [before, after] = [new Shopper(former, host), new Shopper(sandbox, host)];
    await eventually(async () => expect((await before.get('/')).text).toContain('Access code'));
    expect((await before.post('/code', { code: 'kingfisher' })).status).toBe(303);
    await before.get('/order?domain=my-rotated-shop.com');
    for (const [name, value] of before.cookies) after.cookies.set(name, value);
    after.token = before.token;
    expect((await after.post('/order', { domain: 'my-rotated-shop.com', years: '1', ...REGISTRANT })).status).toBe(303);

    await client.search('my-logged-search.com');
    const { id } = await eventually(async () => {
      const { body } = await operator.get(tenantPath(client, '/requests'));
      expect(body.data.requests).not.toEqual([]);
      return body.data.requests[0];
    });
    expect((await sandbox.portalOf(operator).get(tenantPath(client, `/requests/${id}`))).status).toBe(200);
    // Secrets can be created in both processes.
    const another = await TestReceiver.start();
    for (const process of [former, sandbox]) {
      const { status } = await process
        .portalOf(operator)
        .post(tenantPath(client, '/receivers'), { url: `${another.url}/${process === former}` });
      expect(status).toBe(201);
    }
    await expectSignedWebhook('my-signed-webhook.com');
  });

  it('keeps both keys in a backup', async () => {
    const [file, empty] = [join(temporaryFolder(), 'nameyard.backup'), await startDatabase({ isEmpty: true })];
    const BACKUP_PASSPHRASE = 'a horse, a staple, a battery';
    await runCliJson(['backup', file], { ...env, BACKUP_PASSPHRASE });
    const DATA_DIR = temporaryFolder();
    await runCliJson(['restore', file], { DATABASE_URL: empty.url, DATA_DIR, BACKUP_PASSPHRASE });
    const keys = ['encryption.key', 'encryption.previous.key'].map(name => readFileSync(join(DATA_DIR, name), 'utf8'));
    expect(keys).toEqual([NEW, OLD].map(key => `${key.toString('base64')}\n`));
  });

  it('is refused while a process seals with the former key', async () => {
    const before = await counts();
    const { code, stderr } = await runCommand(['encryption-key', 'rotate'], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(idOf(OLD))]);
    expect(stderr).toContain('ENCRYPTION_KEY');
    expect(await counts()).toEqual(before);
    const { 'sealed values': values, 'encryption key': key } = await doctor();
    expect(values).toMatch(/^warning: [1-9]\d* of \d+ sealed values open only with the previous key [0-9a-f]{16}\.$/);
    expect(key).toMatch(/^warning: /);
  });

  it('continues after it was killed, and does not overwrite concurrent changes', async () => {
    await former.stop();
    const secrets = new Secrets({ encryptionKey: OLD, dataDir: '' });
    const [{ id: receiverId }] = await sandbox.rows('SELECT id FROM webhooks.receivers ORDER BY id DESC LIMIT 1');
    const ids = Array.from({ length: 1_200 }, (_, n) => `sec_0${String(n).padStart(4, '0')}`);
    const sealed = ids.map(id => secrets.seal(`whsec_${id}`, `webhooks ${receiverId} ${id}`).sealed);
    await sandbox.rows(
      `INSERT INTO webhooks.secrets (id, receiver_id, sealed, key_id, hint, created_at, expires_at)
       SELECT id, $1, sealed, $2, '', now(), now() + interval '1 hour' FROM unnest($3::text[], $4::text[]) AS n (id, sealed)`,
      [receiverId, idOf(OLD), ids, sealed],
    );
    const [{ count: old }] = await sandbox.rows('SELECT count(*)::int FROM webhooks.secrets WHERE key_id = $1', [
      idOf(OLD),
    ]);
    const locked = await sandbox.database.pool.connect();
    await locked.query('BEGIN');
    await locked.query('UPDATE webhooks.secrets SET hint = $2 WHERE id = $1', [ids[700], 'kept']);
    const program = new Program(process.execPath, [CLI, 'encryption-key', 'rotate'], env);
    await eventually(async () => expect(new Map(await counts()).get(idOf(NEW))).toBeGreaterThanOrEqual(500));
    program.signal('SIGKILL');
    await program.exited;
    const other = new Secrets({ encryptionKey: NEW, dataDir: '' }).seal(
      'changed',
      `webhooks ${receiverId} ${ids[700]}`,
    );
    await locked.query('UPDATE webhooks.secrets SET sealed = $2, key_id = $3 WHERE id = $1', [
      ids[700],
      other.sealed,
      other.keyId,
    ]);
    await locked.query('COMMIT');
    locked.release();
    const { resealed, unreadable } = await rotate();
    expect([resealed, unreadable]).toEqual([expect.any(Number), 0]);
    expect(resealed).toBeLessThan(old);
    expect((await counts()).map(([key]) => key)).toEqual([idOf(NEW)]);
    const [row] = await sandbox.rows('SELECT sealed, hint FROM webhooks.secrets WHERE id = $1', [ids[700]]);
    expect(row).toEqual({ sealed: other.sealed, hint: 'kept' });
  });

  it('covers all tables, can be repeated, and makes the former key unnecessary', async () => {
    const columns = await sandbox.rows(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns WHERE column_name = 'sealed' ORDER BY 1`,
    );
    const declared = storages.flatMap(({ sealed = [] }) => sealed.map(({ table }) => table));
    expect(columns.map(({ name }) => name)).toEqual(declared.toSorted());
    expect(await rotate()).toMatchObject({ key: idOf(NEW), resealed: 0, unreadable: 0 });
    const { 'sealed values': values, 'encryption key': key } = await doctor();
    expect(values).toMatch(/^ok: All \d+ sealed values open with the key of the installation\.$/);
    expect(key).toMatch(/^ok: /);
    const [entry] = await sandbox.rows(
      `SELECT * FROM platform.audit WHERE action = 'encryption-key.rotate' ORDER BY position`,
    );
    expect(entry).toMatchObject({
      subject: idOf(NEW),
      actor: expect.stringMatching(/^cli:/),
      before: { key: idOf(OLD) },
    });
    const without = { DATABASE_URL: sandbox.database.url, ENCRYPTION_KEY: OLD.toString('base64') };
    const refused = await runCommand(['encryption-key', 'rotate'], without);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`This installation uses the encryption key with the ID ${idOf(NEW)}`),
    ]);

    const alone = await startSandbox({
      settings: { webhookAllowPrivateTargets: true, encryptionKey: NEW },
      peerOf: sandbox,
    });
    const visitor = alone.visitor();
    await visitor.logIn(person.credentials.email, person.credentials.password);
    const code = codeOf(totp, Date.now() + 2 * STEP_MS);
    alone.clock.advance({ ms: 2 * STEP_MS });
    expect((await visitor.post('session/code', { code })).status).toBe(200);
    const keys = new Secrets({ encryptionKey: NEW, dataDir: '' });
    for (const row of await sandbox.rows('SELECT * FROM webhooks.secrets'))
      expect(() => keys.open(row.sealed, `webhooks ${row.receiver_id} ${row.id}`)).not.toThrow();
    await expectSignedWebhook('my-last-webhook.com');
  });
});

describe('/docs/security', () => {
  const blocks = blocksOf(page('security'), 'sh');

  it('shows how to rotate the key file of an embedded installation', async () => {
    const dataDir = folderWithPostgres();
    const env = { ...WEBHOOKS, ENCRYPTION_KEY: '', DATA_DIR: dataDir };
    const key = () => readFileSync(join(dataDir, 'encryption.key'), 'utf8');
    const [create, rotate, remove] = blocks.slice(0, 3).map(block => block.replaceAll('.nameyard', dataDir));
    const before = await startService(env);
    const former = key();
    const created = await runCliJson(['webhooks', 'add', '--tenant', 'demo', '--url', 'https://example.com/hook'], env);
    expect(created).toMatchObject({ secret: expect.any(String) });
    await bash(create!, env);
    expect(key()).not.toBe(former);
    await before.program.end();
    const after = await startService(env);
    expect(await bash(rotate!, { ...env, PORT: new URL(after.origin).port })).toMatch(
      /^Re-encrypted 1 value with the key [0-9a-f]{16}, /m,
    );
    await bash(remove!, env);
    expect(existsSync(join(dataDir, 'encryption.previous.key'))).toBe(false);
    await after.program.end();
    const last = await startService(env);
    await last.program.end();
  });

  describeWith('openssl', 'for containers', () => {
    let postgres: Database;
    let folder: string;
    const keyIds = async () =>
      (await postgres.query<{ key_id: string }>('SELECT key_id FROM webhooks.secrets')).map(({ key_id }) => key_id);
    const former = Buffer.from(WEBHOOKS.ENCRYPTION_KEY, 'base64');

    beforeEach(async () => {
      postgres = await startDatabase();
      await runCliJson(['migrate'], { ...WEBHOOKS, DATABASE_URL: postgres.url });
      await addReceiver(postgres, 'https://example.com/hook');
      await postgres.query(`UPDATE platform.installation SET key_id = '${idOf(former)}'`);
      folder = temporaryFolder();
    });

    /** Runs blocks with a stub of the program that manages containers. */
    const run = (stub: string, [from, to]: [number, number]) =>
      bash(stub + blocks.slice(from, to).join(''), { DATABASE_URL: postgres.url, CLI }, folder);

    it('shows how to rotate the key of Docker Compose', async () => {
      const file = join(folder, '.env');
      writeFileSync(file, `ENCRYPTION_KEY=${WEBHOOKS.ENCRYPTION_KEY}\n`);
      const stub = 'docker() { [ "$2" != exec ] || (set -a; . ./.env; shift 4; "$@"); }\n';
      expect(await run(stub, [3, 6])).toContain('Re-encrypted 1 value');
      const [, key] = /^ENCRYPTION_KEY=(\S+)\n$/.exec(readFileSync(file, 'utf8'))!;
      expect(await keyIds()).toEqual([idOf(Buffer.from(key!, 'base64'))]);
      expect(await keyIds()).not.toEqual([idOf(former)]);
    });

    it('shows how to rotate the key of Kubernetes', async () => {
      const file = join(folder, 'secret.json');
      writeFileSync(file, JSON.stringify({ ENCRYPTION_KEY: Buffer.from(WEBHOOKS.ENCRYPTION_KEY).toString('base64') }));
      writeFileSync(join(folder, 'kubectl.mjs'), KUBECTL);
      expect(await run('kubectl() { node kubectl.mjs "$@"; }\n', [6, 9])).toContain('Re-encrypted 1 value');
      const { ENCRYPTION_KEY, ...others } = JSON.parse(readFileSync(file, 'utf8'));
      expect(others).toEqual({});
      const key = Buffer.from(Buffer.from(ENCRYPTION_KEY, 'base64').toString(), 'base64');
      expect(await keyIds()).toEqual([idOf(key)]);
    });
  });
});

/** Keeps a secret in a file, and runs commands of pods on this machine. */
const KUBECTL = `
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
const [command] = args;
const secret = JSON.parse(readFileSync('secret.json', 'utf8'));
if (command === 'patch') {
  const { data = {}, stringData = {} } = JSON.parse(args.at(-1));
  for (const [name, value] of Object.entries(stringData)) data[name] = Buffer.from(value).toString('base64');
  for (const [name, value] of Object.entries(data)) if (value === null) delete secret[name]; else secret[name] = value;
  writeFileSync('secret.json', JSON.stringify(secret));
}
if (command === 'get') process.stdout.write(secret[/\\.data\\.(\\w+)/.exec(args.at(-1))[1]]);
if (command === 'exec') {
  const env = { ...process.env };
  for (const [name, value] of Object.entries(secret)) env[name] = Buffer.from(value, 'base64').toString();
  process.exitCode = spawnSync(process.execPath, [env.CLI, ...args.slice(4)], { env, stdio: 'inherit' }).status;
}
`;
