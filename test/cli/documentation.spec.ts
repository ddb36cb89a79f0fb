import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSettings } from '#platform/process/config';
import type { Environment } from '../processes/nameyard.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { Program } from '../processes/program.js';
import { registerCleanup } from '../support/cleanup.js';
import { LOGO } from '../support/logo.js';
import { CLI, freePort, ROOT, temporaryFolder } from '../support/paths.js';
import type { Client } from '../support/client.js';
import { createDatabase } from '../support/database.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import type { Vector } from '../webhooks/vectors.js';
import { bash, blocksOf, commandsIn, page, read, runAllHere, runHere } from './documented.js';

let sandbox: Sandbox;
let client: Client;
let key: string;
let receiver: TestReceiver;

/** Settings with which commands use the database and the API of the sandbox. */
let env: Environment;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { webhookAllowPrivateTargets: true } });
  client = await sandbox.tenant({ slug: 'demo', limit: 1_000_000 });
  key = client.key.value;
  env = {
    DATABASE_URL: sandbox.database.url,
    PORT: new URL(sandbox.origin).port,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  };
  receiver = await TestReceiver.start();
  registerCleanup(() => receiver.stop());
});

/** Runs a `listen` command of the documentation until it has started. */
async function listen(command: string, variables: Environment): Promise<void> {
  const script = `exec node '${CLI}' ${command.trim().replace(/^.*?listen/, 'listen')} --url ${sandbox.origin}`;
  const env = { XDG_STATE_HOME: temporaryFolder(), ...variables };
  const program = new Program('bash', ['-c', script.replace(/http:\S+\/hook/, receiver.url)], env);
  await program.waitForOutput('Following');
  expect((await program.end()).code).toBe(0);
}

/** Runs the purchase that a page shows, and returns the status after each call. */
async function purchaseIn(markdown: string): Promise<string[]> {
  const [purchase = ''] = blocksOf(markdown, 'sh', 'call search');
  const script = purchase.replace('ny_sandbox_…', key).replace('http://127.0.0.1:3000', sandbox.origin);
  const [setup = '', checkout = ''] = script.split(/^(?=call checkout)/m);
  const answers = (await bash(setup)).trim().split('\n');
  const order = /ord_\w+/.exec(answers.at(-1)!)![0];
  answers.push(await bash(`${setup.split(/^call /m)[0]}\n${checkout.replace('ord_…', order)}`));
  return answers.map(answer => (JSON.parse(answer) as { data: { status: string } }).data.status);
}

describe('README.md', () => {
  const readme = read('README.md');

  it('has less than 120 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(120);
  });

  it('shows a purchase that works', async () => {
    expect(await purchaseIn(readme)).toEqual(['available', 'created', 'paid']);
  });

  it('shows a listen command that works', async () => {
    const [command = ''] = blocksOf(readme, 'sh', 'listen');
    await listen(command, { KEY: key });
  });

  it('shows scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
    const used = [...readme.matchAll(/npm (?:run )?(\w+)/g)].map(([, name]) => name!);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
  });
});

describe('links between Markdown files', () => {
  const files = ['.', 'apps', 'libs', 'test', 'examples'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter(file => file.endsWith('.md') && !file.includes('node_modules'))
      .map(file => join(folder, file)),
  );

  // `docs/site.spec.ts` checks links to served pages.
  it.each(files)('of %s lead to files', file => {
    const targets = [...read(file).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target!);
    const files = targets.filter(target => !/^(https?:|\/)/.test(target));
    expect(files.filter(target => !existsSync(join(ROOT, dirname(file), target)))).toEqual([]);
  });
});

describe('the quick start', () => {
  it('shows a purchase that works', async () => {
    expect(await purchaseIn(page('quick-start'))).toEqual(['available', 'created', 'paid']);
  });

  it('shows the listen command of README.md, which works', () => {
    expect(blocksOf(page('quick-start'), 'sh', 'listen')).toEqual(blocksOf(read('README.md'), 'sh', 'listen'));
  });
});

describe('the idempotency page', () => {
  it('shows repeated orders that work', async () => {
    const variables = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_KEY: key };
    const output = await bash(blocksOf(page('idempotency'), 'sh', 'cart-2041')[0]!, variables);
    expect(output.match(/^(HTTP\/1.1 \d+|idempotency-replayed: \w+)|"code":"\w+"/gim)).toEqual([
      'HTTP/1.1 201',
      'HTTP/1.1 201',
      'idempotency-replayed: true',
      'HTTP/1.1 422',
      '"code":"IDEMPOTENCY_KEY_REUSED"',
    ]);
  });

  it('shows scenarios that pass', async () => {
    expect(await playScenariosOf('idempotency')).toBe('3 passed, 0 failed\n');
  });
});

/** Runs the `scenario` commands of a page. */
const playScenariosOf = (name: string): Promise<string> =>
  runAllHere(blocksOf(page(name).replace(/^ {3}/gm, ''), 'sh', 'scenario run').join(''), {
    NAMEYARD_KEY: key,
    PORT: env['PORT']!,
  });

describe('the command line page', () => {
  /** A client of the tenant that the commands of the page create. */
  const acme = async () => {
    const [tenant] = await sandbox.rows("SELECT id FROM tenancy.tenants WHERE slug = 'acme'");
    return sandbox.key({ id: tenant.id, slug: 'acme' });
  };

  const payFor = async (acme: Client, domain: string) =>
    expect((await acme.pay(await acme.orderOf(domain), 'documented')).body.data.domain_status).toBe('pending');

  it('shows commands that work, in their order', async () => {
    const ids: Record<string, string> = {};
    for (const args of await commandsIn(blocksOf(page('cli'), 'sh').join(''))) {
      // A process that runs until it is stopped; see below.
      if (args[0] === 'listen') continue;
      if (args[0] === 'order') ids['ord'] = await (await acme()).orderOf('documented-order.com');
      if (args.includes('action_required')) await payFor(await acme(), 'documented-pending.com');
      const filled = args.map(text =>
        text
          .replace('https://shop.example/webhooks', receiver.url)
          .replace(/^(key|rcv|dlv|flt|ord|w)[_-]…$/, (_, kind: string) => ids[kind]!),
      );
      const output = await runHere(filled, { ...env, NAMEYARD_KEY: key });
      for (const [id, kind] of output.matchAll(/\b(key|rcv|dlv|flt|w)[_-]\w+/g)) ids[kind!] = id;
    }
    expect(Object.keys(ids).sort()).toEqual(['dlv', 'flt', 'key', 'ord', 'rcv', 'w']);
  });

  it('shows a listen command that works', async () => {
    const [command = ''] = blocksOf(page('cli'), 'sh', 'listen');
    const { value } = (await acme()).key;
    await listen(command, { NAMEYARD_KEY: value });
  });
});

describe('the storefront page', () => {
  it('shows commands that work, in their order', async () => {
    const script = blocksOf(page('storefront'), 'sh').join('');
    const logo = join(temporaryFolder(), 'logo.png');
    writeFileSync(logo, LOGO);
    const output = await runAllHere(script.replaceAll('acme', client.tenant.slug).replace('logo.png', logo), env);
    expect(output).toMatch(/^access +code$/m);
    expect(output).toContain('shop.example.com');
    expect(output).toMatch(/^shl_\w+ +command line \(\w+\) /m);
    expect(output).toMatch(/\/sandbox-access\?|http\S+share\S*/);
  });

  it('is started by commands of README.md that work', async () => {
    const commands = blocksOf(read('README.md'), 'sh', 'storefront set')
      .join('')
      .replaceAll('npm run cli --', 'nameyard');
    expect(await runAllHere(commands, env)).toContain('Demo Domains');
  });
});

describe('the page about going live', () => {
  it('shows scenarios that pass', async () => {
    expect(await playScenariosOf('going-live')).toBe('3 passed, 0 failed\n');
  });
});

describeWith('jq', 'the page about testing in CI', () => {
  it('shows a job that starts a service and tests in a world', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'nameyard'), `#!/bin/sh\nexec node '${CLI}' "$@"\n`, { mode: 0o755 });
    const [job = '', test = ''] = blocksOf(page('testing'), 'sh');
    const script = job.replace('# your tests', test).replaceAll('3000', String(await freePort()));
    const filled = script.replace('$(mktemp -d)', folderWithPostgres());
    // The job waits until the service has stopped.
    const output = await bash(`unset -f nameyard; PATH='${folder}':"$PATH"\n${filled}\nwait $!`, {}, folder);
    const data = output
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { data: object }).data);
    expect(data).toMatchObject([
      { registrations: 1 },
      { happened: [{ type: 'domain.expired', domain: 'my-shop.com' }] },
      { satisfied: true, count: 0 },
    ]);
  });
});

describe('the lifecycle page', () => {
  it('shows a whole life of a domain that works', async () => {
    const script = blocksOf(page('lifecycle'), 'sh')
      .join('')
      .replace('ny_sandbox_…', key)
      .replace('http://127.0.0.1:3000', sandbox.origin);
    const [order = '', rest = ''] = script.split(/^(?=call POST domains\/checkout)/m);
    const [definitions = ''] = order.split(/^call /m);
    const responsesOf = async (commands: string) =>
      (await bash(commands))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { data: { order_id: string } });
    const ordered = await responsesOf(order);
    const id = ordered.at(-1)!.data.order_id;
    const data = [...ordered, ...(await responsesOf(definitions + rest.replace('ord_…', id)))].map(({ data }) => data);
    const domain = 'my-whole-life.com';
    expect(data).toMatchObject([
      { mode: 'frozen' },
      { status: 'created', created_at: '2035-01-01T00:00:00.000Z' },
      { status: 'paid', expires_at: '2036-01-01T00:00:00.000Z' },
      {
        happened: [
          { at: '2035-12-02T00:00:00.000Z', type: 'domain.expiring', domain },
          { at: '2036-01-01T00:00:00.000Z', type: 'domain.expired', domain },
        ],
      },
      { domain, status: 'expired' },
      { happened: [{ at: '2036-01-31T00:00:00.000Z', type: 'domain.released', domain }] },
      { mode: 'frozen', now: '2040-02-29T12:00:00.000Z', happened: [] },
      { mode: 'frozen', now: '2040-02-29T12:00:00.000Z' },
    ]);
    const [shown = ''] = blocksOf(page('lifecycle'), 'json');
    const happened = (JSON.parse(shown) as { happened: { at: string }[] }).happened;
    expect(happened.map(({ at }) => at)).toEqual(['2035-12-02T00:00:00.000Z', '2036-01-01T00:00:00.000Z']);
  });
});

describeWith('jq', 'the worlds page', () => {
  it('shows calls that work, in their order', async () => {
    const folder = temporaryFolder();
    const [create = '', ...blocks] = blocksOf(page('worlds'), 'sh');
    const [definitions = '', first = ''] = create.split(/^(?=call POST)/m);
    const run = async (commands: string, key: string, slug = '') => {
      const script = (definitions + commands)
        .replace('http://127.0.0.1:3000', sandbox.origin)
        .replaceAll('ny_sandbox_…', key)
        .replaceAll('w-…', slug);
      const lines = (await bash(script, {}, folder)).trim().split('\n');
      return lines.map(line => (JSON.parse(line) as { data: Record<string, string> }).data);
    };
    const [world] = await run(first, key);
    const shown = JSON.parse(blocksOf(page('worlds'), 'json')[0]!) as object;
    expect(Object.keys(world!)).toEqual(Object.keys(shown));
    const end = blocks.pop()!;
    expect(await run(blocks.join(''), world!['key']!, world!['tenant'])).toMatchObject([
      { status: 'available' },
      { remaining: 1 },
      { mode: 'frozen' },
      { orders: 0, faults: 1 },
      { registrations: 1, faults: 0 },
      { status: 'registered', expires_at: '2035-01-10T00:00:00.000Z' },
      { registrations: 1 },
      { events: ['domain.registered'] },
      { receivers: [{ events: ['domain.registered'] }] },
    ]);
    expect(await run(end, key, world!['tenant'])).toMatchObject([
      { worlds: [{ tenant: world!['tenant'], name: 'renewal test' }] },
      { tenant: world!['tenant'], removed: true },
    ]);
  });
});

describe('the registry page', () => {
  it('shows calls that work, in their order', async () => {
    const script = blocksOf(page('registry'), 'sh')
      .join('')
      .replace('ny_sandbox_…', key)
      .replace('http://127.0.0.1:3000', sandbox.origin);
    const answers = (await bash(script)).trim().split('\n');
    expect(answers.map(answer => (JSON.parse(answer) as { data: object }).data)).toMatchObject([
      { status: 'paid', domain_status: 'pending', registered_at: null, expires_at: null },
      { status: 'paid', domain_status: 'registered' },
      { registration: 'async', registration_delay: 'PT1H' },
      { registration: 'async', registration_delay: 'PT1H' },
      { registration: 'sync', registration_delay: 'PT10S' },
      { status: 'paid', domain_status: 'pending' },
      { kind: 'transfer', status: 'refunded', domain_status: 'failed', reason: 'canceled' },
    ]);
  });
});

describe('the faults page', () => {
  it('shows rules that work', async () => {
    const commands = blocksOf(page('faults'), 'sh', 'control/faults');
    const rules = [];
    for (const command of commands)
      rules.push(JSON.parse(await bash(command, { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_KEY: key })));
    expect(rules).toMatchObject([
      { data: { fault: { kind: 'webhook', effect: 'duplicate', times: 2 }, remaining: 1, used: 0 } },
      { data: { fault: { kind: 'reset' }, remaining: 2, used: 0 } },
    ]);
  });
});

describe('the journal page', () => {
  it('shows calls that work', async () => {
    const variables = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_KEY: key };
    await client.search({ domain: 'journal-page.com' });
    const commands = blocksOf(page('journal'), 'sh');
    expect(commands).toHaveLength(3);
    const answers = await Promise.all(commands.map(command => bash(command, variables)));
    expect(answers.map(answer => JSON.parse(answer))).toMatchObject([
      { data: { requests: expect.arrayContaining([expect.objectContaining({ operation: 'search' })]) } },
      { data: { satisfied: false, count: 0 } },
      { data: { satisfied: false, count: 0 } },
    ]);
  });
});

describe('the page about prices', () => {
  it('shows calls that work', async () => {
    const own = await sandbox.tenant();
    const script = blocksOf(page('prices'), 'sh')
      .join('')
      .replace('ny_sandbox_…', own.key.value)
      .replace('http://127.0.0.1:3000', sandbox.origin)
      .replace('X-Tenant: demo', `X-Tenant: ${own.tenant.slug}`);
    const responses = (await bash(script)).trim().split('\n');
    expect(responses.map(line => JSON.parse(line) as object)).toMatchObject([
      { data: { results: [{ status: 'available' }, { status: 'available' }] } },
      { data: { tlds: expect.arrayContaining([expect.objectContaining({ tld: 'us' })]) } },
      { error: { code: 'PRICE_NOT_ACCEPTED' } },
      { data: { strict_owners: true } },
      { error: { details: [{ field: 'owner.extra.us_nexus' }] } },
    ]);
  });
});

describe('the management page', () => {
  it('shows calls that work, in their order', async () => {
    const operator = await sandbox.person({ role: 'operator' });
    const { value } = await operator.token();
    const [definitions = '', manage = '', change = '', exports = ''] = blocksOf(page('management'), 'sh');
    const output = (commands: string) =>
      bash(
        commands
          .replace('http://127.0.0.1:3000', sandbox.origin)
          .replace('ny_pat_…', value)
          .replaceAll('acme', 'managed')
          .replace('https://shop.example/webhooks', receiver.url),
      );
    const run = async (commands: string) =>
      (await output(commands))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { data: { key: { id: string } } });
    const [setup = ''] = definitions.split(/^manage GET/m);
    const first = await run(definitions + manage);
    expect(first).toMatchObject([
      { data: { email: operator.credentials.email } },
      { data: { tenants: expect.arrayContaining([expect.objectContaining({ slug: 'demo' })]) } },
      { data: { slug: 'managed' } },
      { data: { key: { permissions: ['sandbox.search', 'sandbox.order'] } } },
      { data: { receiver: { events: ['domain.registered'] } } },
      { data: { accent: '#aa3300' } },
    ]);
    expect(await run(setup + change.replaceAll('key_…', first[3]!.data.key.id))).toMatchObject([
      { data: { keys: [{ name: 'Shop (staging)' }] } },
      { data: { permissions: ['sandbox.search'] } },
      { data: { status: 'revoked' } },
    ]);
    // The first file would be saved in the folder of the tests.
    expect(await output(setup + exports.replace('-sSfOJ', '-sSf'))).toMatch(/^id,domain,.*\r\n\[\]\n$/);
  });
});

describe('the scenarios page', () => {
  it('shows commands that work', async () => {
    const [commands = ''] = blocksOf(page('scenarios'), 'sh', 'scenario run');
    // `cli/scenario.spec.ts` plays those of all operations.
    const shortened = commands.replace('--all', '--all --operation renew');
    const output = await runAllHere(shortened, { NAMEYARD_KEY: key, PORT: env['PORT']! });
    expect(shortened).not.toBe(commands);
    expect(output).toMatch(/^checkout\.PAYMENT_DECLINED +402 PAYMENT_DECLINED +\S/m);
    expect(output.match(/^\d+ passed, 0 failed$/gm)).toEqual([
      '2 passed, 0 failed',
      expect.stringMatching(/^\d{2} passed/),
    ]);
  });

  it('shows commands that compare an implementation', async () => {
    const [commands = ''] = blocksOf(page('scenarios'), 'sh', 'conform');
    const [, safe = ''] = commands.trim().split('\n');
    const output = await runAllHere(safe.replaceAll(/:3000\b/g, `:${env['PORT']}`), { NAMEYARD_KEY: key });
    expect(JSON.parse(output)).toMatchObject({ failed: 0, not_supported: [] });
  });
});

describe('the settings page', () => {
  it('lists all environment variables', () => {
    const read = new Set<string>();
    readSettings(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    // The page describes once that secrets can be in files.
    const variables = [...read].filter(name => !(name.endsWith('_FILE') && read.has(name.slice(0, -'_FILE'.length))));
    const listed = page('settings')
      .match(/^\| `.*?(?=\|)/gm)!
      .flatMap(cell => cell.match(/[A-Z_]{4,}/g)!);
    expect(listed.sort()).toEqual(variables.sort());
  });
});

describe('the deployment page', () => {
  it('shows how to start processes without containers', async () => {
    const [block = ''] = blocksOf(page('deployment'), 'sh', 'node dist/');
    const script = block.replace(/^npm .*$/m, '').replace('postgres://…', (await createDatabase()).url);
    const [migrate = ''] = script.replace('redis://…', 'redis://127.0.0.1').split(/^(?=node dist\/apps\/api)/m);
    expect(await bash(migrate, {}, ROOT)).toMatch(/ny_sandbox_/);
    for (const [path] of block.matchAll(/dist\/\S+\.js/g))
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });
});

describe('the operations page', () => {
  it('shows SQL that works', async () => {
    const statements = blocksOf(page('operations'), 'sql');
    expect(statements).toHaveLength(3);
    for (const statement of statements) await sandbox.rows(statement);
  });
});

describeWith('openssl', 'the webhooks page', () => {
  it('shows how to compute a signature by hand', async () => {
    const [vector] = JSON.parse(read('libs/webhooks/docs/vectors.json')) as [Vector];
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'body.json'), vector.body);
    const [script = ''] = blocksOf(read('libs/webhooks/docs/verifying.md'), 'sh', 'openssl');
    const variables = {
      SECRET: vector.secrets[0]!,
      ID: vector.headers['webhook-id']!,
      TIMESTAMP: vector.headers['webhook-timestamp']!,
    };
    expect(`v1,${(await bash(script, variables, folder)).trim()}`).toBe(vector.headers['webhook-signature']);
  });
});
