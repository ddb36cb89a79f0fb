import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { backUp } from '#platform/database/backup';
import { storages } from '../../apps/storage.js';
import { type Environment, runCommand, runCliJson, startService } from '../processes/nameyard.js';
import { KILL_HOOK } from '../processes/killable-api.js';
import { type Database, startDatabase } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { waitFor } from '../support/eventually.js';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';

const BACKUP_PASSPHRASE = 'a horse, a staple, a battery';

/** Rows of every table, as PostgreSQL shows them. */
async function contents(postgres: Database): Promise<Record<string, string[]>> {
  const tables = await postgres.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname !~ '^(pg_|information_schema|bullmq)' AND tablename <> 'migrations'`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables)
    rows[name] = (await postgres.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)).map(
      ({ row }) => row,
    );
  return rows;
}

describe('nameyard backup and restore', () => {
  let file: string;
  let before: Record<string, string[]>;
  let key: string;
  let keyFile: string;
  let empty: Database;
  let env: Environment;

  const restoreTo = (more: Environment = {}) => runCommand(['restore', file], { ...env, BACKUP_PASSPHRASE, ...more });

  /** Buys a name and adds a receiver, takes a backup of the running service, and loses everything else. */
  beforeAll(async () => {
    const [postgres, dataDir] = [await startDatabase({ isEmpty: true }), temporaryFolder()];
    const lost = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
    const service = await startService(lost);
    ({ key } = service);
    await service.client().register('kept.com');
    await runCliJson(['webhooks', 'add', '--tenant', 'demo', '--url', 'https://example.com/hook'], lost);
    // A line separator, which is no line break in JSON.
    await postgres.query(`UPDATE tenancy.tenants SET name = name || U&'\\2028'`);
    await service.program.end();
    file = join(temporaryFolder(), 'nameyard.backup');
    await runCliJson(['backup', file], { ...lost, BACKUP_PASSPHRASE });
    before = await contents(postgres);
    keyFile = readFileSync(join(dataDir, 'encryption.key'), 'utf8');
    rmSync(dataDir, { recursive: true });
    empty = await startDatabase({ isEmpty: true });
    env = { DATABASE_URL: empty.url, DATA_DIR: temporaryFolder() };
  });

  it('writes a file that only its owner can read and that does not contain secrets', () => {
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(join(file, '..'))).toEqual(['nameyard.backup']);
    expect(readFileSync(file).includes('kept.com')).toBe(false);
  });

  it('rejects a wrong passphrase and restores nothing', async () => {
    expect(await restoreTo({ BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
      code: 1,
      stderr: `The passphrase is not the one of ${file}.\n`,
    });
    const tables = await empty.query(`SELECT to_regclass('tenancy.tenants') IS NOT NULL AS "exists"`);
    if (tables[0]!['exists']) expect(await empty.query('SELECT FROM tenancy.tenants')).toEqual([]);
    expect(existsSync(join(env['DATA_DIR']!, 'encryption.key'))).toBe(false);
  });

  it('rejects an empty database, and an encryption key that is not the one of the installation', async () => {
    const postgres = await startDatabase({ isEmpty: true });
    const own = { DATABASE_URL: postgres.url, DATA_DIR: temporaryFolder() };
    const path = join(temporaryFolder(), 'nameyard.backup');
    const nothing = { code: 1, stderr: 'The database is empty; there is nothing to back up.\n' };
    expect(await runCommand(['backup', path], { ...own, BACKUP_PASSPHRASE })).toMatchObject(nothing);
    await (await startService(own)).program.end();
    const folder = temporaryFolder();
    const other = { ...own, DATA_DIR: folder, BACKUP_PASSPHRASE };
    const missing = /^There is no encryption key\. Set ENCRYPTION_KEY, or DATA_DIR .+\n$/;
    expect(await runCommand(['backup', path], other)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(missing),
    });
    expect(readdirSync(folder)).toEqual([]);
    const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
    expect(await runCommand(['backup', path], { ...other, ENCRYPTION_KEY })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^This installation uses the encryption key .+\n$/),
    });
    expect(existsSync(path)).toBe(false);
  });

  const flip = (bytes: Buffer, index: number) => bytes.fill(bytes[index]! ^ 1, index, index + 1);

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a change at its start', bytes => flip(bytes, 80)],
    ['a change in its middle', bytes => flip(bytes, Math.floor(bytes.length / 2))],
    ['a change at its end', bytes => flip(bytes, bytes.length - 1)],
    ['a missing half', bytes => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['a missing last chunk', bytes => bytes.subarray(0, -20)],
    ['an extra byte', bytes => Buffer.concat([bytes, Buffer.of(0)])],
  ])('rejects a backup with %s in one line, and restores nothing', async (_name, damage) => {
    const damaged = `${file}.damaged`;
    writeFileSync(damaged, damage(readFileSync(file)));
    const exit = await runCommand(['restore', damaged], { ...env, BACKUP_PASSPHRASE });
    expect(exit).toMatchObject({
      code: 1,
      stderr: `The backup ${damaged} is damaged: its content was changed or is incomplete.\n`,
    });
    expect(existsSync(join(env['DATA_DIR']!, 'encryption.key'))).toBe(false);
  });

  /** Kills a restore after a commit that has changed rows of a table. */
  async function killRestore(after: { table: string; commits: number }, target: Environment): Promise<void> {
    const [schema, name] = after.table.split('.');
    const program = new Program(process.execPath, [CLI, 'restore', file], {
      ...target,
      ...KILL_HOOK,
      BACKUP_PASSPHRASE,
      KILL_AFTER_COMMIT: `${after.commits} at start`,
      KILL_AFTER_WRITES: `INSERT INTO "?${schema}"?\\."?${name}`,
    });
    expect((await program.exited).signal).toBe('SIGKILL');
  }

  it('has restored everything or nothing when it is killed, and can be repeated', async () => {
    const other = await startDatabase({ isEmpty: true });
    const target = { DATABASE_URL: other.url, DATA_DIR: temporaryFolder() };
    // The tables are created in several transactions.
    for (const commits of [2, 4]) {
      await killRestore({ table: 'platform.migrations', commits }, target);
      expect(await other.query('SELECT FROM tenancy.tenants')).toEqual([]);
    }
    await killRestore({ table: 'domains.registrations', commits: 1 }, target);
    expect(await contents(other)).toEqual(before);
    expect(readFileSync(join(target.DATA_DIR, 'encryption.key'), 'utf8')).toBe(keyFile);
    expect((await runCommand(['restore', file], { ...target, BACKUP_PASSPHRASE })).stderr).toMatch(/contains data/);
  });

  it('restores every row and the encryption key into an empty database', async () => {
    expect(await restoreTo()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored \d+ rows and the/) });
    expect(await contents(empty)).toEqual(before);
    expect(readFileSync(join(env['DATA_DIR']!, 'encryption.key'), 'utf8')).toBe(keyFile);
    const service = await startService(env);
    const client = service.client({ key, tenant: 'demo' });
    expect((await client.search('kept.com')).body.data).toMatchObject({ status: 'taken' });
    expect((await client.order('new.com')).code).toBe('ok');
    await service.program.end();
  });

  /** Runs a documented command with a `docker` that runs `nameyard` on this machine, and records `compose up`. */
  async function runDocumented(command: string, folder: string, variables: Environment) {
    const bin = temporaryFolder();
    const docker = `#!/bin/sh
[ "$2" = up ] && { echo "$@" >> "$COMPOSE_LOG"; exit; }
while [ "$1" != nameyard ]; do shift; done
shift
exec '${process.execPath}' '${CLI}' "$@"
`;
    writeFileSync(join(bin, 'docker'), docker, { mode: 0o755 });
    const COMPOSE_LOG = join(folder, 'compose.log');
    rmSync(COMPOSE_LOG, { force: true });
    const path = `${bin}:${process.env['PATH']}`;
    const program = new Program('sh', ['-c', command], { ...variables, PATH: path, COMPOSE_LOG }, { cwd: folder });
    const exit = await program.exited;
    const started = existsSync(COMPOSE_LOG) ? readFileSync(COMPOSE_LOG, 'utf8').trim().split('\n') : [];
    return { ...exit, started };
  }

  it('writes to standard output and restores from standard input, as documented for Docker Compose', async () => {
    const page = readFileSync(join(ROOT, 'apps/docs/pages/deployment.md'), 'utf8');
    const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
    const backup = blocks.find(block => block.includes('nameyard backup >'))!;
    const restore = blocks.find(block => block.includes('nameyard restore <'))!;
    const folder = temporaryFolder();
    const copy = join(folder, 'nameyard.backup');
    const made = await runDocumented(backup, folder, { ...env, BACKUP_PASSPHRASE });
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Wrote \d+ rows and the encryption key\.\n$/),
    });

    const other = await startDatabase({ isEmpty: true });
    const target = { DATABASE_URL: other.url, DATA_DIR: temporaryFolder(), BACKUP_PASSPHRASE };
    const bytes = readFileSync(copy);
    writeFileSync(copy, bytes.subarray(0, -1));
    expect(await runDocumented(restore, folder, target)).toMatchObject({
      code: 1,
      stderr: 'The backup in standard input is damaged: its content was changed or is incomplete.\n',
      started: ['compose up --detach --wait postgres redis'],
    });
    writeFileSync(copy, bytes);
    const restored = await runDocumented(restore, folder, target);
    expect(restored).toMatchObject({ code: 0, started: [expect.anything(), 'compose up --build --detach --wait'] });
    expect((await contents(other))['orders.orders']).toEqual((await contents(empty))['orders.orders']);
  });

  it('does not overwrite data or files', async () => {
    expect(await restoreTo()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database contains data \(tenant demo\)\. Stop all processes/),
    });
    expect(await runCommand(['backup', file], { ...env, BACKUP_PASSPHRASE })).toMatchObject({
      code: 1,
      stderr: `${file} exists already; choose another file.\n`,
    });
  });

  it('names the output that it cannot write', async () => {
    const missing = join(temporaryFolder(), 'missing', 'nameyard.backup');
    expect(await runCommand(['backup', missing], { ...env, BACKUP_PASSPHRASE })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Cannot write ${missing}: ENOENT.\n`),
    });
    const script = `'${process.execPath}' '${CLI}' backup > /dev/full`;
    expect(await new Program('sh', ['-c', script], { ...env, BACKUP_PASSPHRASE }).exited).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot write standard output: ENOSPC.\n'),
    });
  });

  it('can be repeated after it was killed', async () => {
    const folder = temporaryFolder();
    const args = ['backup', join(folder, 'nameyard.backup')];
    const holder = new pg.Client(env['DATABASE_URL']);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE orders.orders');
    const program = new Program(process.execPath, [CLI, ...args], { ...env, BACKUP_PASSPHRASE });
    await waitFor('the draft of the file', () => readdirSync(folder).length > 0);
    program.signal('SIGKILL');
    await program.exited;
    await holder.end();
    expect(readdirSync(folder)).not.toContain('nameyard.backup');
    expect(await runCommand(args, { ...env, BACKUP_PASSPHRASE })).toMatchObject({ code: 0 });
  });

  it('rejects the backup of a newer release', async () => {
    await empty.query(`INSERT INTO platform.migrations (timestamp, name) VALUES (1, 'Future1999000000009')`);
    await empty.query(`UPDATE platform.installation SET oldest_release = '0.1.0'`);
    const newer = `${file}.newer`;
    await runCliJson(['backup', newer], { ...env, BACKUP_PASSPHRASE });
    copyFileSync(newer, file);
    expect(await restoreTo()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The backup was made by the newer release .* \(migration Future1999000000009\)/),
    });
  });

  it('rejects the backup of a version before the first release', async () => {
    await empty.query(`INSERT INTO platform.migrations (timestamp, name) VALUES (1, 'CreatePlatform1763683200000')`);
    rmSync(file);
    const options = { storages, path: file, passphrase: BACKUP_PASSPHRASE, keys: [], onProgress: () => {} };
    await backUp({ url: empty.url, ...options });
    expect(await restoreTo()).toMatchObject({
      code: 1,
      stderr: 'The backup was made by a version of Nameyard before the first release, and cannot be restored.\n',
    });
  });
});
