import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterwards } from '../processes/afterwards.js';
import { type Environment, nameyard, startService } from '../processes/nameyard.js';
import { CLI, freePort, temporaryFolder } from '../processes/places.js';
import { startPostgres } from '../processes/postgres.js';
import { type Ending, Program } from '../processes/program.js';

/** One line that names what is wrong, exit code 1, no stack and no banner. */
async function expectRefusal(ending: Promise<Ending>, ...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await ending;
  const lines = stderr.split('\n').filter(line => line !== '');
  expect(lines).toHaveLength(1);
  for (const word of words) expect(lines[0]).toContain(word);
  expect(lines[0]).not.toMatch(/Error:| at .*:\d+:\d+/);
  expect(code).toBe(1);
  expect(stdout).toBe('');
}

/** Starts in a folder of its own, which must be as empty afterwards as it was: nothing has run there. */
async function start(env: Environment): Promise<Ending> {
  const folder = temporaryFolder();
  const ending = await nameyard(['start'], { PORT: String(await freePort()), DATA_DIR: folder, ...env });
  expect(readdirSync(folder)).toEqual([]);
  return ending;
}

describe('a start that is refused', () => {
  it('names PORT when it is no port, and every other wrong variable in the same line', async () => {
    await expectRefusal(
      start({ PORT: 'abc', DATABASE_URL: 'mysql://root:secret@localhost/x', DEFAULT_RATE_LIMIT: 'lots' }),
      'PORT must be a port number',
      'DATABASE_URL must be a URL that begins with postgres://',
      'DEFAULT_RATE_LIMIT must be a whole number',
    );
  });

  it('keeps a password in DATABASE_URL to itself', async () => {
    const { stdout, stderr } = await start({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' });
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('names PORT when another program listens there', async () => {
    const other = createServer();
    afterwards(() => other.close());
    const port = await freePort();
    await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
    await expectRefusal(start({ PORT: String(port) }), 'PORT', String(port), 'in use');
  });

  it('names BOOTSTRAP_API_KEY when it is no key', async () => {
    await expectRefusal(start({ BOOTSTRAP_API_KEY: 'junk' }), 'BOOTSTRAP_API_KEY must be');
  });

  it('names DATABASE_URL when nothing listens there', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://u:hunter2@127.0.0.1:${port}/x`;
    await expectRefusal(start({ DATABASE_URL }), 'DATABASE_URL', `127.0.0.1:${port}`, 'ECONNREFUSED');
  });

  it('names DATA_DIR when a file stands there', async () => {
    await expectRefusal(start({ DATA_DIR: CLI }), 'DATA_DIR');
  });

  it('names DATA_DIR when it may not write there', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o555 });
    const env = { PORT: String(await freePort()), DATA_DIR: locked };
    // Root may write anywhere, so somebody else has to try.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    await expectRefusal(new Program(process.execPath, [CLI, 'start'], env, user).ended, 'DATA_DIR', locked);
  });

  it('names DATA_DIR when another service runs there, and leaves that one alone', async () => {
    const dataDir = temporaryFolder();
    const running = await startService({ DATA_DIR: dataDir });
    await expectRefusal(start({ DATA_DIR: dataDir }), 'already runs', 'DATA_DIR');
    expect((await running.client().search('example.com')).status).toBe(200);
    await running.program.end();
  });
});

describe('a database that belongs to something else', () => {
  it('is named with DATABASE_URL and left as it was', async () => {
    const postgres = await startPostgres();
    await postgres.query('CREATE SCHEMA orders; CREATE TABLE orders.invoices (id int)');
    await expectRefusal(start({ DATABASE_URL: postgres.url }), 'DATABASE_URL', 'orders');
    const schemas = await postgres.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
    );
    expect(schemas.map(({ name }) => name)).toEqual(['orders', 'public']);
  });
});
