import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canonicalPath } from '../../apps/docs/site/site-map.js';
import { ADVICE } from '../../libs/testing/explore/advice.js';
import { Program } from '../processes/program.js';
import { type Environment, runCommand } from '../processes/nameyard.js';
import type { Client } from '../support/client.js';
import { waitFor } from '../support/eventually.js';
import { isRunning } from '../support/is-running.js';
import { CLI, freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { type Sandbox, sharedWebhookSandbox } from '../support/sandbox.js';
import { bash, blocksOf, page } from './documented.js';

const SHOP = join(ROOT, 'test/explore/shops/node/shop.mjs');
const BUY = 'POST /orders domain={domain}&years={years}&email={email}&token={token}';
const FINDING = 'buy + checkout:reset/after';

let sandbox: Sandbox;
let client: Client;
/** With the variables, commands use the sandbox instead of a server of their own. */
let env: Environment;

beforeAll(async () => {
  sandbox = await sharedWebhookSandbox();
  client = await sandbox.tenant({ limit: 1_000_000 });
  env = {
    NAMEYARD_URL: sandbox.origin,
    NAMEYARD_TENANT: client.tenant.slug,
    NAMEYARD_KEY: client.key.value,
  };
});

const shopWith = (bug: string) => ['--run', `BUG=${bug} exec node ${SHOP}`, '--buy', BUY];
const explore = (args: string[], variables: Environment = env) => runCommand(['explore', ...args], variables);

/** A configuration with which the first purchases are immediate, and the next ones exceed 0.25 minutes. */
function slowAfter(purchases: number): string {
  const config = join(temporaryFolder(), 'explore.mjs');
  const source = `let count = 0;
    export default { async buy(customer, purchase) {
      if (count++ >= ${purchases}) await new Promise(resolve => setTimeout(resolve, 16_000));
      return customer.fetch('/orders', { method: 'POST', body: new URLSearchParams(purchase) });
    } };`;
  writeFileSync(config, source);
  return config;
}

const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

describe('nameyard explore', () => {
  it('prints findings, writes reports and a test, and stores the report', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{ "devDependencies": { "jest": "30" } }');
    const test = join(folder, 'found.test.js');
    const args = [
      ...shopWith('timeout-declined'),
      '--only',
      FINDING,
      '--report',
      join(folder, 'reports'),
      '--save',
      test,
    ];
    const { code, stdout, stderr } = await explore(args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '1 plan played\n' });
    expect(stdout).toMatch(/^The customer was told no, but has paid\n {2}Told: /);
    expect(stdout).toMatch(/checkout: no response ANSWER_LOST \(fault flt_\w+\)/);
    const command = `explore --run 'BUG=timeout-declined exec node ${SHOP}' --buy '${BUY}' --replay '${FINDING}'`;
    expect(stdout).toContain(command);
    expect(stdout).toMatch(/^1 finding in 1 plan, .*\n\d+ of \d+ outcomes met; never met: /m);
    expect(readdirSync(join(folder, 'reports')).sort()).toEqual(['findings.json', 'junit.xml', 'report.html']);
    expect(json(folder, 'reports/findings.json')).toMatchObject({ findings: [{ oracle: 'told-no', plan: FINDING }] });
    expect(readFileSync(test, 'utf8')).toContain("require('nameyard/jest')");
    const { body } = await client.get('/api/v1/sandbox/control/explorations');
    expect(body.data.explorations).toMatchObject([{ findings: [{ oracle: 'told-no', plan: FINDING }] }]);
    const stored = await client.get(`/api/v1/sandbox/control/explorations/${body.data.explorations[0].id}`);
    expect(stored.body.data.findings).toMatchObject([{ replay: expect.stringContaining(command) }]);
    expect(await explore(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') });
  });

  it('ends with 0 if nothing is found, with the options of a configuration', async () => {
    const config = join(temporaryFolder(), 'explore.mjs');
    const source = `export default { run: 'false', async buy(customer, purchase) {
      return customer.fetch('/orders', { method: 'POST', body: new URLSearchParams(purchase) });
    } };`;
    writeFileSync(config, source);
    const { code, stdout } = await explore([
      '--config',
      config,
      ...shopWith('').slice(0, 2),
      '--replay',
      FINDING,
      '--json',
    ]);
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      report: { findings: [], plans: [{ plan: FINDING, result: 'passed' }] },
    });
  });

  it('explores a shop that already runs with the tenant of the variables', async () => {
    const PORT = String(await freePort());
    new Program('node', [SHOP], { ...env, NAMEYARD_URL: `${sandbox.origin}/api/v1`, WEBHOOK_SECRET: 'whsec_', PORT });
    const shop = `http://127.0.0.1:${PORT}`;
    await waitFor('the shop', () => fetch(shop).catch(() => undefined));
    const { code, stdout } = await explore(['--shop', shop, '--buy', BUY, '--replay', 'buy + double-click', '--json']);
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({ code: 0, report: { world: client.tenant.slug } });
  });

  it('starts a server, and ends it and the shop after Ctrl-C', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'pid');
    const args = ['explore', '--run', `echo $$ > ${file}; BUG= exec node ${SHOP}`, '--buy', BUY];
    const variables = { TMPDIR: temporaryFolder() };
    const program = new Program(process.execPath, [CLI, ...args], variables);
    const pid = await waitFor('the shop', async () =>
      existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined,
    );
    expect(isRunning(pid)).toBe(true);
    program.signal('SIGINT');
    expect(await program.exited).toMatchObject({ code: 130, stdout: '' });
    expect(isRunning(pid)).toBe(false);
    expect(readdirSync(variables.TMPDIR)).toEqual([]);
  });

  it('ends with 2 if no plan was complete in time', async () => {
    const args = ['--config', slowAfter(1), ...shopWith('').slice(0, 2), '--minutes', '0.25', '--replay', FINDING];
    const { code, stderr } = await explore(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^No plan was complete after 0\.25 /) });
  });

  it.each<[string, string[], Environment | undefined, RegExp]>([
    ['an unknown option', ['--bye'], undefined, /unknown option/],
    ['no purchase', ['--run', 'node x'], undefined, /^Say how a customer buys a domain/],
    ['no shop', ['--buy', BUY], undefined, /--run, or where it runs with --shop/],
    ['an invalid duration', ['--minutes', '0'], undefined, /such as 2 or 0\.5/],
    ['a missing configuration', ['--config', 'missing.mjs'], undefined, /missing\.mjs does not exist/],
    ['a running shop without a tenant', ['--shop', 'http://localhost:4', '--buy', BUY], {}, /^Set NAMEYARD_URL, /],
    [
      'incomplete variables',
      ['--run', 'x', '--buy', BUY],
      { NAMEYARD_URL: 'http://x' },
      /^NAMEYARD_TENANT and NAMEYARD_KEY/,
    ],
    [
      'a shop that does not start',
      ['--run', 'echo broken; exit 3', '--buy', BUY],
      undefined,
      /did not start[^]*broken/,
    ],
    [
      'an invalid request',
      ['--run', 'x', '--buy', 'orders'],
      undefined,
      /buy must be a method, a path and an optional body/,
    ],
  ])('ends with 2 for %s', async (_, args, variables, message) => {
    const { code, stdout, stderr } = await explore(args, variables ?? env);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it.each([
    ['is no object', 'export default 5;', /must export the options/],
    ['has an unknown option', 'export default { bye: 1 };', /has the unknown option bye; there are buy, /],
    ['has a wrong type', 'export default { buy: 1 };', /buy must be a string or a function/],
    ['has too many workers', 'export default { workers: 65 };', /workers must be an integer from 1 to 64/],
    ['has a wrong value', 'export default { minutes: 0 };', /minutes must be a number above 0/],
    ['is broken', 'export default {', /cannot be loaded: /],
  ])('ends with 2 if the configuration %s', async (_, source, message) => {
    const config = join(temporaryFolder(), 'explore.mjs');
    writeFileSync(config, source);
    expect(await explore(['--config', config])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});

describe('the advice of a finding', () => {
  it.each(Object.entries(ADVICE))('refers to a page of the documentation: %s', (_, { docs }) => {
    expect(canonicalPath(docs)).toBe(docs);
  });
});

describe('nameyard explore --init', () => {
  it('writes a configuration for the address of the shop, and does not replace it', async () => {
    const config = join(temporaryFolder(), 'explore.mjs');
    const init = ['--init', '--config', config, '--shop', 'http://localhost:4321'];
    expect((await explore(init)).code).toBe(0);
    const written = readFileSync(config, 'utf8');
    expect(written).toContain('shop: "http://localhost:4321"');
    expect(written).toContain("buy: 'POST /orders ");
    expect(await explore(init)).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already') });
    expect(readFileSync(config, 'utf8')).toBe(written);
    expect(await explore(['--config', config, '--workers', '0'])).toMatchObject({ code: 2 });
  });

  it('writes the options of the command line', async () => {
    const config = join(temporaryFolder(), 'explore.mjs');
    const given = { run: 'node shop.js', buy: "POST /buy name={domain}&o='x'", renew: 'POST /renew name={domain}' };
    const also = { webhooks: '/hooks', state: 'GET /state?name={domain}', minutes: 0.5, workers: 3 };
    const options = Object.entries({ ...given, ...also }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const shop = 'http://localhost:4321';
    const init = ['--init', '--config', config, '--shop', shop, '--ignore', 'attempts', 'notes', ...options];
    expect((await explore(init)).code).toBe(0);
    const { default: written } = await import(pathToFileURL(config).href);
    expect(written).toEqual({ ...given, ...also, shop, ignore: ['attempts', 'notes'] });
  });

  it.each([['--only', FINDING], ['--replay', FINDING], ['--save', 'shop.test.js'], ['--report', '.'], ['--json']])(
    'cannot be used with %s',
    async (...option) => {
      const config = join(temporaryFolder(), 'explore.mjs');
      const { code, stderr } = await explore([
        '--init',
        '--config',
        config,
        '--shop',
        'http://localhost:4321',
        ...option,
      ]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/'--init' cannot be used with option '--/)]);
      expect(existsSync(config)).toBe(false);
    },
  );

  it('names a file that it cannot write', async () => {
    const config = join(temporaryFolder(), 'missing', 'explore.mjs');
    const init = ['--init', '--config', config, '--shop', 'http://localhost:4321'];
    const stderr = `ENOENT: no such file or directory, open '${config}'.\n`;
    expect(await explore(init)).toMatchObject({ code: 2, stderr });
  });
});

describe('nameyard certify', () => {
  it('writes the results of the plans and the version of the shop', async () => {
    const folder = temporaryFolder();
    const { code } = await runCommand(['certify', ...shopWith(''), '--only', FINDING, '--report', folder], env);
    expect(code).toBe(0);
    expect(json(folder, 'certificate.json')).toMatchObject({
      passed: true,
      shop: expect.stringMatching(/\S/),
      plan: `only ${FINDING}`,
      rows: [{ plan: FINDING, result: 'passed', findings: [] }],
    });
    expect(readFileSync(join(folder, 'certificate.html'), 'utf8')).toContain('No registrar has taken part');
  });

  it('ends with 1 if the time was over before all plans were played', async () => {
    const folder = temporaryFolder();
    const shop = ['--config', slowAfter(2), ...shopWith('').slice(0, 2)];
    const args = [...shop, '--workers', '1', '--minutes', '0.25', '--report', folder];
    const { code, stdout, stderr } = await runCommand(['certify', ...args], env);
    const { passed, left } = json(folder, 'certificate.json');
    expect({ code, passed }).toEqual({ code: 1, passed: false });
    expect(left).toBeGreaterThan(1);
    expect(stdout).toContain(`${left} plans not played`);
    expect(stderr).toMatch(new RegExp(`\nNot passed: ${left} plans were not played\\. Increase --minutes\\.\n$`));
  });
});

describe("the page 'find-bugs'", () => {
  it('shows commands that work', async () => {
    const [first = '', init = '', repeat = ''] = blocksOf(page('find-bugs'), 'sh');
    expect(repeat.split('\n').slice(0, 2)).toEqual(first.split('\n').slice(0, 2));
    const folder = temporaryFolder();
    cpSync(join(ROOT, 'examples/buggy-shop'), join(folder, 'examples/buggy-shop'), { recursive: true });
    const output = await bash(`${repeat.trim()} || [ $? = 1 ]`, env, folder);
    const [shown = ''] = blocksOf(page('find-bugs'), 'text');
    expect(output.split('\n')[0]).toBe(shown.split('\n')[0]);
    expect(existsSync(join(folder, 'lost-answer.test.js'))).toBe(true);
    await bash(`${init.trim()} </dev/null`, {}, folder);
    const config = pathToFileURL(join(folder, 'nameyard.explore.mjs')).href;
    expect(await bash(`node -e "import('${config}').then(({ default: { shop } }) => console.log(shop))"`)).toContain(
      ':4000',
    );
  });
});
