import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tlsLines } from '../../../apps/cli/start/banner.js';
import { listenTls } from '../../../apps/tls/listen-tls.js';
import type { Facade } from '#identity/access/model';
import { blocksOf, page } from '../../cli/documented.js';
import { Program } from '../../processes/program.js';
import { journalOf } from '../../support/journal.js';
import { CLI, ROOT, temporaryFolder } from '../../support/paths.js';
import { describeWith } from '../../support/requirements.js';
import { startSandbox, type Sandbox } from '../../support/sandbox.js';
import { facadeCalls } from '../../../apps/facades/facades.js';
import { prepare, type Prepared, type Row } from './prepare.js';
import {
  createTrustStore,
  install,
  javaObstacle,
  type Language,
  type Outcome,
  Runner,
  runProgram,
  trustIn,
} from './runners.js';

const read = <T>(file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as T;

const ROWS = read<Row[]>('../calls.json');
/** Calls that a client does not have, or whose answers it cannot read, with the reason. */
const MISSING = read<Record<string, Record<string, string>>>('missing.json');

let sandbox: Sandbox;
let tls: NonNullable<Awaited<ReturnType<typeof listenTls>>>;
/** The lines that `nameyard start --tls` prints. */
let printed: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  const settings = { host: '127.0.0.1', tlsPort: 0, tlsNames: [], dataDir: temporaryFolder() };
  tls = (await listenTls(sandbox.app, settings))!;
  printed = tlsLines(tls, '');
});

describe('calls.json', () => {
  it('has rows for every call of every facade, and for every status', () => {
    const named = (rows: { facade: string; call: string }[]) =>
      [...new Set(rows.map(({ facade, call }) => `${facade} ${call}`))].sort();
    expect(named(ROWS)).toEqual(named(facadeCalls));
    const statuses = [...new Set(ROWS.map(({ expect: { status } }) => status))];
    expect(statuses.sort()).toEqual([200, 201, 202, 204, 400, 401, 402, 403, 404, 409, 429, 500, 501, null].sort());
    expect(ROWS.length).toBeGreaterThanOrEqual(60);
  });
});

const titleOf = ({ facade, call, given, args, expect, faults }: Row) =>
  `${facade} ${call}(${JSON.stringify(args).slice(1, -1)}) is ${expect.code ?? expect.status ?? 'not answered'}` +
  (given.length > 0 ? ` after ${JSON.stringify(given)}` : '') +
  (faults ? ` with ${JSON.stringify(faults)}` : '');

/** Without members that Go leaves out. */
function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null && member !== false);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutZeros(member)]));
}

/** Compares what the client returned, what the server answered, and what the tenant holds with the expectations of a row. */
async function verify(row: Row, outcome: Outcome, { client, shop, fill, played }: Prepared): Promise<void> {
  const { status, code, data, first, count, fields, codes, held } = fill(row.expect);
  expect([outcome.missing, outcome.crash]).toEqual([undefined, undefined]);
  const isError = status === null || status >= 400;
  expect(outcome.error?.status).toBe(isError ? status : undefined);
  if (data !== undefined) expect(outcome).toMatchObject({ data: data as object });
  if (first !== undefined) expect((outcome.data as object[])[0]).toMatchObject(first as object);
  if (count !== undefined) expect(outcome.data).toHaveLength(count);
  if (fields !== undefined && outcome.error?.fields) expect(outcome.error.fields).toEqual(fields);
  if (codes !== undefined && outcome.error?.codes) expect(outcome.error.codes).toEqual(codes);
  const [answered] = (await journalOf(client)).slice(-1);
  // Requests that are refused before the key is known are in no journal.
  if (status !== null && status !== 401 && played.token === client.key.value)
    expect(answered).toMatchObject({ facade: row.facade, status, ...(code && { code }) });
  if (held !== undefined) expect((await shop.domains()).map(({ name }) => name)).toEqual(held);
}

const FENCES = { node: 'js', python: 'python', go: 'go', java: 'java' };

/** The page of a facade, and what its programs print. */
const PAGES: Record<Facade, [name: string, output: string]> = {
  dnsimple: ['facades-dnsimple', 'registered'],
  cloudflare: ['facades-cloudflare', 'succeeded'],
};

/** Plays all rows with the clients of a language, over HTTPS. */
function play(language: Language, facades: Facade[] = ['dnsimple', 'cloudflare']) {
  let runner: Runner;
  beforeAll(() => {
    if (language === 'java') createTrustStore(printed);
    runner = new Runner(language, tls.origin, trustIn(printed));
  });
  const missing = MISSING[language]!;
  const rows = ROWS.filter(({ facade }) => facades.includes(facade));
  it.each(rows.filter(row => !lacks(missing, row)).map(row => [titleOf(row), row] as const))('%s', async (_, row) => {
    const prepared = await prepare(sandbox, row);
    const { data, first, ...expected } = row.expect;
    const shown = language === 'go' ? { data: withoutZeros(data), first: withoutZeros(first) } : { data, first };
    await verify({ ...row, expect: { ...expected, ...shown } }, await runner.play(prepared.played), prepared);
  });

  it.each(facades)('run the program of the page of %s', async facade => {
    const { key } = await sandbox.tenant();
    const [name, output] = PAGES[facade];
    const [program = ''] = blocksOf(page(name), FENCES[language]);
    const source = program
      .replaceAll('https://127.0.0.1:3443', tls.origin)
      .replaceAll('http://127.0.0.1:3000', sandbox.origin);
    expect(await runProgram(language, source, { ...trustIn(printed), NAMEYARD_KEY: key.value })).toBe(output);
  });

  it('do not have the calls that are listed as missing', async () => {
    const lacking = rows.filter(row => lacks(missing, row));
    expect(lacking.length).toBeGreaterThanOrEqual(Object.keys(missing).length);
    for (const row of lacking) {
      const { played } = await prepare(sandbox, row);
      expect([titleOf(row), await runner.play(played)]).toEqual([titleOf(row), { missing: true }]);
    }
  });
}

/** Whether a client has no such call, or no such option of it. */
const lacks = (missing: Record<string, string>, { facade, call, args }: Row): boolean =>
  [call, ...args.flatMap(arg => Object.keys(arg as object).map(option => `${call} ${option}`))].some(
    name => missing[`${facade} ${name}`] !== undefined,
  );

describe('the npm packages dnsimple and cloudflare', () => {
  play('node');
});

describeWith('python3', 'the PyPI packages dnsimple and cloudflare', () => {
  play('python');
});

describeWith('go', 'the Go modules dnsimple-go and cloudflare-go', () => {
  play('go');
});

// Cloudflare publishes no Java client.
describeWith('mvn', 'the Maven artifact dnsimple-java', () => play('java', ['dnsimple']), javaObstacle);

describe('the shop with the client of DNSimple', () => {
  const SHOP = join(ROOT, 'examples/dnsimple-shop');

  /** Runs the command of its README that contains a text. */
  async function explore(containing: RegExp, options: string) {
    const folder = temporaryFolder();
    cpSync(SHOP, folder, { recursive: true });
    symlinkSync(install('node'), join(folder, 'node_modules'));
    const { key, tenant } = await sandbox.tenant();
    const variables = { NAMEYARD_URL: tls.origin, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
    const [commands = ''] = blocksOf(readFileSync(join(SHOP, 'README.md'), 'utf8'), 'sh');
    const command = commands.split('\n').find(line => containing.test(line))!;
    const script = `${command.replace('npx nameyard', `exec node ${CLI}`)} ${options} --json`;
    const env = { ...variables, NODE_EXTRA_CA_CERTS: tls.ca };
    const { code, stdout, stderr } = await new Program('bash', ['-c', script], env, { cwd: folder }).exited;
    if (stdout === '') throw new Error(stderr);
    return { code, ...JSON.parse(stdout) };
  }

  it('has no bugs', async () => {
    const { code, findings, plans } = await explore(/^npx nameyard explore/, '--minutes 0.4');
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    // Faults of both operations of a registration, of which the journal shows the last one.
    for (const operation of ['order', 'checkout'])
      expect(plans).toContainEqual(
        expect.objectContaining({ plan: `buy + ${operation}:reset/after`, result: 'passed' }),
      );
  });

  it('tells a customer who has paid no with its bug', async () => {
    const report = await explore(/^BUG=/, "--replay 'buy + checkout:reset/after'");
    expect(report).toMatchObject({ code: 1, findings: [{ oracle: 'told-no' }] });
  });
});
