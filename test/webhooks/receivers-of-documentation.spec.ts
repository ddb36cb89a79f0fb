import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { blocksOf, read } from '../cli/documented.js';
import { Program } from '../processes/program.js';
import { registerCleanup } from '../support/cleanup.js';
import { createDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

const PAGE = read('libs/webhooks/docs/verifying.md');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const EVENT = {
  type: 'domain.registered',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { domain: 'my-shop.com' },
};

const [schema = '', insert = ''] = blocksOf(PAGE, 'sql')[0]!.split(/^(?=INSERT)/m);
let folder: string;
let port: number;

beforeEach(async () => {
  folder = temporaryFolder();
  port = await freePort();
});

/** The code of the page in a language, listening on a free port. */
function receiverIn(language: string, file: string): void {
  const code = blocksOf(PAGE, language)[0]!.replace('4000', String(port));
  writeFileSync(
    join(folder, file),
    code.replace('@nameyard/client/webhooks', join(ROOT, 'dist/libs/client/webhooks.js')),
  );
}

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  new Program(command, args, { WEBHOOK_SECRETS: SECRET, PYTHONDONTWRITEBYTECODE: '1', ...env }, { cwd: folder });

/** Sends a signed event. Returns the status of the response. */
async function send(secret: string): Promise<number> {
  const [id, now, body] = ['evt_1', new Date(), JSON.stringify(EVENT)];
  const response = await fetch(`http://127.0.0.1:${port}/hook.php`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  });
  return response.status;
}

/** Sends an event twice, and one with a wrong signature. */
async function expectReceiver(stored: () => number | null | Promise<number | null>): Promise<void> {
  expect(await eventually(() => send(SECRET))).toBe(204);
  expect(await send(SECRET)).toBe(204);
  expect(await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
  expect(await stored()).toBe(1);
}

/** Number of events in an SQLite database, counted by Python. */
const countInSqlite = (file: string) => () => {
  const script = `import sqlite3; print(sqlite3.connect("${file}").execute("SELECT count(*) FROM inbox").fetchone()[0])`;
  return Number(spawnSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' }).stdout);
};

describe('the receivers that the page about webhooks shows', () => {
  it('TypeScript: stores an event once', async () => {
    const database = await createDatabase();
    registerCleanup(() => database.drop());
    await database.pool.query(schema);
    receiverIn('ts', 'hook.mjs');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { hostname, port, username, password, pathname } = new URL(database.url);
    run(process.execPath, ['hook.mjs'], {
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: pathname.slice(1),
    });
    await expectReceiver(async () => (await database.pool.query('SELECT FROM inbox')).rowCount);
    expect(insert.trim().replace(/;$/, '')).toBe(/'(INSERT[^']+)'/.exec(PAGE)![1]);
  });

  describeWith('python3', 'Python', () => {
    it('stores an event once', async () => {
      receiverIn('python', 'hook.py');
      const create = `import sqlite3; sqlite3.connect("inbox.db").executescript(${JSON.stringify(schema)})`;
      expect(spawnSync('python3', ['-c', create], { cwd: folder }).status).toBe(0);
      run('python3', ['hook.py'], { PYTHONPATH: join(ROOT, 'libs/client-python/src') });
      await expectReceiver(countInSqlite('inbox.db'));
    });
  });

  describeWith('php', 'PHP', () => {
    it('stores an event once', async () => {
      receiverIn('php', 'hook.php');
      symlinkSync(join(ROOT, 'libs/client-php'), join(folder, 'nameyard'));
      const dsn = `sqlite:${join(folder, 'inbox.db')}`;
      const create = spawnSync('php', ['-r', `(new PDO('${dsn}'))->exec(${JSON.stringify(schema)});`]);
      expect(create.status).toBe(0);
      run('php', ['-S', `127.0.0.1:${port}`], { INBOX_DSN: dsn });
      await expectReceiver(countInSqlite('inbox.db'));
    });
  });

  describeWith('go', 'Go', () => {
    it('compiles', () => {
      const module = ['module example', 'go 1.22', 'require nameyard.dev/client v1.0.0'];
      const replacement = `replace nameyard.dev/client => ${join(ROOT, 'libs/client-go')}`;
      writeFileSync(join(folder, 'go.mod'), [...module, replacement, ''].join('\n'));
      const imports = ['database/sql', 'errors', 'io', 'net/http', 'nameyard.dev/client/webhooks'];
      const lines = [...imports.map(path => `"${path}"`), 'nameyard "nameyard.dev/client"'];
      const head = `package example\n\nimport (\n\t${lines.join('\n\t')}\n)\n\n`;
      writeFileSync(join(folder, 'hook.go'), head + blocksOf(PAGE, 'go')[0]!);
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
      const { status, stderr } = spawnSync('go', ['vet', '.'], { cwd: folder, env, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  });
});
