import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { Accounts } from '#registrar';
import { blocksOf, page, runAllHere } from '../cli/documented.js';
import { type Environment, runCommand } from '../processes/nameyard.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import type { Sandbox } from '../support/sandbox.js';
import { environmentOf, openRegistrar, startLive } from './installation.js';

let registrar: Sandbox;
let account: Client;
let live: Sandbox;
let acme: Client;
let env: Environment;

const markdown = page('going-live');

beforeAll(async () => {
  ({ registrar, account } = await openRegistrar());
  live = await startLive(registrar, account, { isOn: false });
  acme = await live.tenant({ slug: 'acme' });
  env = { DATABASE_URL: live.database.url, PORT: new URL(live.origin).port };
});

const commandsWith = (text: string, language = 'sh') => blocksOf(markdown, language, text)[0]!;

/** Runs the program of the page, and returns its output. */
async function runProgram(key: string): Promise<string> {
  const client = pathToFileURL(join(ROOT, 'dist/libs/client/index.js')).href;
  const source = blocksOf(markdown, 'ts')[0]!
    .replace("'@nameyard/client'", `'${client}'`)
    .replace('http://127.0.0.1:3000', live.origin);
  const file = join(temporaryFolder(), 'buy.mjs');
  writeFileSync(file, ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText);
  const options = { env: { ...process.env, NAMEYARD_LIVE_KEY: key } };
  return (await promisify(execFile)(process.execPath, [file], options)).stdout;
}

describe('the page about going live', () => {
  it('connects a tenant, buys a domain, watches and reconciles, and switches off', async () => {
    const connected = await runAllHere(commandsWith('nameyard registrar on'), env);
    const [key = ''] = /ny_live_\w+/.exec(connected)!;
    const { credit, available } = await live.app.get(Accounts).view(acme.tenant.id);
    expect([credit, available]).toEqual([250, 250]);

    const compare = commandsWith('nameyard conform').replace('ny_live_…', key);
    expect(await runAllHere(compare, env)).toMatch(/^\d\d passed, 0 failed, \d+ not supported: 100 %/);
    await expect(runAllHere(compare.replace('--safe', ''), env)).rejects.toThrow('add --safe, which pays no orders');

    const [status, left] = (await runProgram(key)).trim().split(' ');
    expect(status).toBe('pending');
    expect(Number(left)).toBeLessThan(250);
    await eventually(async () =>
      expect(await runAllHere('nameyard registrar orders --state registered', env)).toContain('my-live-shop.com'),
    );
    expect((await account.getRegistration('my-live-shop.com')).status).toBe(200);

    const watched = await runAllHere(commandsWith('nameyard registrar status'), env);
    for (const text of [
      'driver: dnsimple',
      'switch: on',
      'circuit: closed',
      '1 registered',
      'There are no such orders.',
    ])
      expect(watched).toContain(text);
    expect(await runAllHere(commandsWith('nameyard registrar reconcile'), env)).toBe('There are no differences.\n');

    expect(await runAllHere(commandsWith('nameyard registrar off'), env)).toContain('OFF');
  });

  it('ends a stuck order', async () => {
    const [{ id }] = await live.rows(`SELECT id FROM registrar.orders WHERE status = 'paid'`);
    await live.rows(
      `UPDATE registrar.orders SET domain_status = 'pending', step = 'stuck', stuck = 'A test.' WHERE status = 'paid'`,
    );
    await live.rows(`UPDATE registrar.accounts SET held = spent, spent = 0`);
    await live.rows(`DELETE FROM registrar.ledger WHERE kind = 'capture'`);
    expect(await runAllHere('nameyard registrar orders', env)).toContain('A test.');
    const command = commandsWith('nameyard registrar reconcile ORDER', 'text').replace('ORDER', id);
    expect(await runAllHere(command, env)).toBe(`The order ${id} has ended: registered.\n`);
  });

  it('is examined by doctor: the account, a price and the clock', async () => {
    const settings = { ...env, ...environmentOf(registrar, account) };
    const find = async (changes: Environment = {}) => {
      const { stdout } = await runCommand(['doctor', '--json'], { ...settings, ...changes });
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; found: string }[] };
      const { status, found } = checks.find(({ name }) => name === 'registrar')!;
      return `${status}: ${found}`;
    };
    expect(await find()).toMatch(/^ok: The account \d+ answers; example.com costs USD [\d.]+\.$/);
    expect(await find({ REGISTRAR_ACCOUNT: '1' })).toMatch(/^failed: REGISTRAR_TOKEN belongs to the account/);
    expect(await find({ REGISTRAR_TOKEN: 'ny_sandbox_x' })).toBe('failed: The registrar rejects REGISTRAR_TOKEN.');
    expect(await find({ REGISTRAR_URL: 'http://127.0.0.1:9' })).toMatch(/^failed: The registrar does not answer: /);
    expect(await find({ REGISTRAR: 'none' })).toBe('ok: REGISTRAR is none.');
  });

  it('says what is missing', async () => {
    const end = runAllHere('nameyard registrar reconcile ord_1 --outcome failed', env);
    await expect(end).rejects.toThrow('To end a stuck order, give its ID, --outcome and --reason.');
  });
});
