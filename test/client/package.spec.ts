import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';
import { freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { startSandbox } from '../support/sandbox.js';

const README = readFileSync(join(ROOT, 'libs/client/README.md'), 'utf8');
const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const TARBALL = join(ROOT, `dist/packages/nameyard-client-${version}.tgz`);
const MAX_BYTES = 30_000;

const blocksOf = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!);

/** The project of an integrator, with the package installed by the command of the README. */
let project: string;

beforeAll(() => {
  run('npm', ['run', 'pack'], ROOT);
  project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }');
  const [install = ''] = blocksOf('sh');
  const [npm = '', ...args] = install
    .trim()
    .replace(/\S+\.tgz/, TARBALL)
    .split(' ');
  run(npm, [...args, '--offline', '--no-audit', '--no-fund'], project);
});

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: { PATH, HOME, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

function write(file: string, text: string): string {
  writeFileSync(join(project, file), text);
  return file;
}

describe('the package', () => {
  const installed = (file: string) => join(project, 'node_modules/@nameyard/client', file);

  it('is small', () => {
    expect(statSync(TARBALL).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('has the version and license of the service, and no dependencies', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: '@nameyard/client', version, license, engines: { node: '>=20' } });
    expect(Object.keys(manifest).filter(key => /dependencies|scripts/i.test(key))).toEqual([]);
    expect(readdirSync(join(project, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['@nameyard']);
    expect(readdirSync(installed('..'))).toEqual(['client']);
    for (const file of readdirSync(installed('.')).filter(name => /\.[cm]js$/.test(name)))
      for (const [, name] of readFileSync(installed(file), 'utf8').matchAll(/(?:require\(|from )['"]([^'"]+)/g))
        expect([file, name]).toEqual([file, expect.stringMatching(/^\.\//)]);
  });

  it('has the README of the module', () => {
    expect(readFileSync(installed('README.md'), 'utf8')).toBe(README);
  });

  it('is the same for import and require', () => {
    const file = write(
      'both.mjs',
      `import { createRequire } from 'node:module';
      import * as esm from '@nameyard/client';
      import * as webhooks from '@nameyard/client/webhooks';
      const require = createRequire(import.meta.url);
      const cjs = require('@nameyard/client');
      const names = Object.keys(cjs);
      console.log(JSON.stringify([
        names.length > 60,
        names.filter(name => esm[name] !== cjs[name]),
        require('@nameyard/client/webhooks').unwrap === webhooks.unwrap,
        webhooks.SignatureError === cjs.SignatureError,
        new cjs.DomainTakenError({ status: 409, message: 'x', details: [] }).name,
      ]));`,
    );
    expect(JSON.parse(run('node', [file], project))).toEqual([true, [], true, true, 'DomainTakenError']);
  });

  it('recognizes the errors of another copy', () => {
    const file = write(
      'copies.cjs',
      `const path = require.resolve('@nameyard/client');
      const first = require(path);
      for (const id of Object.keys(require.cache)) delete require.cache[id];
      const second = require(path);
      const error = new first.DomainTakenError({ status: 409, message: 'x', details: [] });
      console.log(first.ApiError === second.ApiError, ...['DomainTakenError', 'ApiError', 'NameyardError', 'TimeoutError']
        .map(name => error instanceof second[name]));`,
    );
    expect(run('node', [file], project).trim()).toBe('false true true true false');
  });

  it.each([
    ['node16', ['check.mts', 'check.cts']],
    ['bundler', ['check.ts']],
  ])('has types for module resolution %s', (resolution, files) => {
    const text = `import { type Body, type Data, DomainTakenError, Nameyard } from '@nameyard/client';
      import { unwrap } from '@nameyard/client/webhooks';
      const nameyard = new Nameyard({ baseUrl: 'http://localhost/api/v1', tenant: 'demo', apiKey: 'key', timeout: undefined });
      export async function check(order: Body<'placeOrder'>): Promise<Data<'checkOut'>> {
        const { order_id } = await nameyard.domains.order(order, { idempotencyKey: 'x' });
        for await (const { domain } of nameyard.registrations.list({ status: 'registered' })) domain satisfies string;
        // @ts-expect-error -- not an operation of the client
        await nameyard.domains.transfer('x.com');
        // @ts-expect-error -- years are required
        await nameyard.domains.renew({ domain: 'x.com' });
        return nameyard.domains.checkout({ order_id, payment: { method: 'test', reference: 'r' } });
      }
      export async function handle(body: string, headers: Headers): Promise<number> {
        const event = await unwrap(body, headers, ['whsec_x']);
        return event.type === 'domain.registered' ? event.data.years : 0;
      }
      export const codeOf = (error: unknown) => (error instanceof DomainTakenError ? error.code satisfies 'DOMAIN_TAKEN' : '');`;
    for (const file of files) write(file, text);
    compile(files, resolution === 'bundler' ? 'esnext' : 'node16', resolution);
  });
});

/** Type-checks files of the project with strict options, and writes their JavaScript. */
function compile(files: string[], module: string, moduleResolution: string): void {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module,
    moduleResolution,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, files }));
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
}

describe('the README', () => {
  const isWebhook = (block: string) => block.includes('createServer');

  it('shows a purchase, lists, errors and retries that work', async () => {
    const sandbox = await startSandbox();
    const { key } = await sandbox.tenant({ slug: 'demo' });
    const script = blocksOf('ts')
      .filter(block => !isWebhook(block))
      .join('');
    expect(script).toContain("'http://127.0.0.1:3000/api/v1'");
    compileEsm(write('purchase.mts', script.replace('http://127.0.0.1:3000', sandbox.origin)));
    const program = new Program('node', [join(project, 'purchase.mjs')], { NAMEYARD_KEY: key.value });
    const { code, stdout, stderr } = await program.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^available .*\nregistered 20\S+\nregistered req_\S+ \d+\nmy-client-shop\.com paid\nrenewal\ntaken reserved-name\n20\S+\n$/s,
    );
  });

  it('shows a webhook server that accepts only authentic webhooks', async () => {
    const server = blocksOf('ts').find(isWebhook)!;
    compileEsm(write('webhooks.mts', server));
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const program = new Program('node', [join(project, 'webhooks.mjs')], { WEBHOOK_SECRET: secret, PORT: `${port}` });
    const body = JSON.stringify({ type: 'domain.registered', timestamp: '', data: { domain: 'x.com', years: 2 } });
    const now = new Date();
    const signature = new Webhook(secret).sign('evt_1', now, body);
    const send = async (text: string) => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
        'webhook-signature': signature,
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })).status;
    };
    await eventually(async () => expect(await send(body.replace('x.com', 'y.com'))).toBe(400));
    expect(await send(body)).toBe(204);
    expect(program.stdout).toBe('evt_1 x.com 2\n');
  });
});

const compileEsm = (file: string) => compile([file], 'node16', 'node16');
