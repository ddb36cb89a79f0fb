import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { bash, blocksOf, page } from '../cli/documented.js';
import { compileClient } from '../clients/java.js';
import { WORLD } from '../support/client.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { problemsOf } from '../support/type-check.js';
import { GO_REPORT, outcomeOf, OUTCOMES, referenceIn, SNIPPETS, STATE } from './reference.js';

/** What the code of a page prints in each language of the clients. The blocks of a page are one program. */
const PAGES: [page: string, output: RegExp][] = [
  ['quick-start', /^available registered\n$/],
  ['idempotency', /^(ord_\w+) \1\nIDEMPOTENCY_KEY_REUSED\n$/],
  ['faults', /^1\n2\n$/],
  ['lifecycle', /^domain\.expiring\ndomain\.expired\nexpired\ndomain\.released\nfrozen\n$/],
  ['registry', /^pending registered\nasync\nrefunded canceled\n$/],
  ['worlds', /^renewal test\navailable\nregistered\n1\n1 https:\/\/shop\.example\/webhooks\n1 ended\n$/],
  ['journal', /^search journal-page\.com\n0 1\n0 1\n$/],
  [
    'prices',
    /^my-shop\.com [\d.]+\nmy-shop\.us [\d.]+\nfirst_name .*extra\.us_purpose\n[\d.]+\nowner\.extra\.us_nexus\n$/,
  ],
  ['testing', /^domain\.expired 0\n$/],
  ['api', OUTCOMES],
  // Java shows the responses as they are.
  ['management', /^.*operator.*\bny_sandbox_.*domain\.registered.*#aa3300.*revoked.*\n$/s],
];

const run = promisify(execFile);
const folder = temporaryFolder();

/** The code of a page. Except where a page shows a program of its own, it takes the place of the purchase in the quick start. */
function programIn(name: string, language: string, purchase: RegExp): string {
  const [first = '', ...rest] = name === 'api' ? referenceIn(language) : blocksOf(page(name), language);
  if (name === 'quick-start') return first;
  if (name === 'management') {
    const end = /(\treturn nil\n}\n| {2}}\n}\n)?$/;
    return first.replace(end, found => rest.join('') + found).replaceAll('acme', `acme-${language}`);
  }
  const blocks = first + rest.join('');
  const [start] = blocksOf(page('quick-start'), language);
  expect(blocks).not.toBe('');
  expect(start).toMatch(purchase);
  return start!.replace(purchase, () => blocks) + (name === 'api' && language === 'go' ? GO_REPORT : '');
}

function writePrograms(extension: string, codeOf: (name: string) => string): void {
  for (const [name] of PAGES) writeFileSync(join(folder, `${name}.${extension}`), codeOf(name));
}

/** Runs the program of each page as a tenant that has searched a domain. */
function runsEachPage(start: (name: string) => [command: string, ...args: string[]], env: NodeJS.ProcessEnv = {}) {
  it.each(PAGES)('runs the code of the page %s', async (name, output) => {
    const sandbox = await sharedSandbox();
    const client = await sandbox.tenant();
    await client.search({ domain: 'journal-page.com' });
    if (name === 'api')
      expect(await client.raw({ method: 'PUT', path: WORLD, body: STATE })).toMatchObject({ status: 200 });
    const access = {
      NAMEYARD_URL: `${sandbox.origin}/api/v1`,
      NAMEYARD_TENANT: client.tenant.slug,
      NAMEYARD_KEY: client.key.value,
      ...(name === 'management' && (await portalAccess(sandbox))),
    };
    const exported = join(folder, 'orders.csv');
    rmSync(exported, { force: true });
    const [command, ...args] = start(name);
    const { stdout } = await run(command, args, { cwd: folder, env: { ...process.env, ...env, ...access } });
    expect(stdout).toMatch(output);
    if (name === 'management') expect(readFileSync(exported, 'utf8')).toMatch(/^id,domain,.*\r\n$/);
  });
}

async function portalAccess(sandbox: Sandbox) {
  const { value } = await (await sandbox.person({ role: 'operator' })).token();
  return { NAMEYARD_PORTAL: `${sandbox.origin}/portal/api`, NAMEYARD_TOKEN: value };
}

describe('curl', () => {
  it('has the outcomes that the reference describes', async () => {
    const sandbox = await sharedSandbox();
    const client = await sandbox.tenant();
    await client.raw({ method: 'PUT', path: WORLD, body: STATE });
    const env = {
      NAMEYARD_URL: `${sandbox.origin}/api/v1`,
      NAMEYARD_TENANT: client.tenant.slug,
      NAMEYARD_KEY: client.key.value,
    };
    const responses = (await bash(SNIPPETS.map(({ code }) => `${code('sh')}echo\n`).join(''), env)).trim().split('\n');
    const outcomes = responses.map((text, index) => {
      const { error } = JSON.parse(text) as { error?: { code: string } };
      return `${SNIPPETS[index]!.id} ${error?.code ?? 'ok'}\n`;
    });
    expect(outcomes).toEqual(SNIPPETS.map(({ id }) => outcomeOf(id)));
  });
});

describe('TypeScript', () => {
  const codeOf = (name: string) => programIn(name, 'ts', /^const found.*/ms);

  it('has the types of the client', () => {
    expect(problemsOf(Object.fromEntries(PAGES.map(([name]) => [name, codeOf(name)])))).toEqual({});
  });

  runsEachPage(name => {
    const file = join(folder, `${name}.mjs`);
    const { outputText } = ts.transpileModule(codeOf(name), { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
    writeFileSync(file, outputText.replaceAll('@nameyard/client', join(ROOT, 'dist/libs/client/index.js')));
    return [process.execPath, file];
  });
});

describeWith('phpunit', 'PHP', () => {
  /** Moves imports to the start, where PHP wants them once. */
  const withImports = (code: string) => {
    const imports = new Set(code.match(/^use .*\n/gm));
    return code.replace(/^use .*\n/gm, '').replace('<?php\n', found => found + [...imports].join(''));
  };

  beforeAll(() => {
    symlinkSync(join(ROOT, 'libs/client-php'), join(folder, 'nameyard'));
    writePrograms('php', name => withImports(programIn(name, 'php', /^\$found.*/ms)));
  });
  runsEachPage(name => ['php', `${name}.php`]);
});

describeWith('python3', 'Python', () => {
  beforeAll(() => writePrograms('py', name => programIn(name, 'python', /^found.*/ms)));
  runsEachPage(name => ['python3', `${name}.py`], {
    PYTHONPATH: join(ROOT, 'libs/client-python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  });
});

describeWith('go', 'Go', () => {
  const cwd = join(folder, 'go');

  beforeAll(async () => {
    const requirement = `require nameyard.dev/client v1.0.0\nreplace nameyard.dev/client => ${join(ROOT, 'libs/client-go')}`;
    for (const [name] of PAGES) {
      mkdirSync(join(cwd, name), { recursive: true });
      const code = programIn(name, 'go', /^\tfound, err.*(?=^\treturn nil$)/ms);
      const missing = ['errors', 'strings', 'time'].filter(each => !code.includes(`\t"${each}"\n`));
      const imports = missing.map(each => `import "${each}"\n`).join('') + '\nimport (';
      const used = 'var _, _, _ = errors.Is, strings.Join, time.Now\n';
      writeFileSync(join(cwd, name, 'main.go'), code.replace(/^import \(/m, imports) + used);
    }
    writeFileSync(join(cwd, 'go.mod'), `module pages\n\ngo 1.22\n\n${requirement}\n`);
    mkdirSync(join(cwd, 'bin'));
    await run('go', ['build', '-o', 'bin', './...'], { cwd });
  });
  runsEachPage(name => [join(cwd, 'bin', name)]);
});

describeWith('javac', 'Java', () => {
  let path: string;
  const classOf = (name: string) => `Shop_${name.replaceAll('-', '_')}`;

  beforeAll(async () => {
    path = `${await compileClient()}:${folder}`;
    const imports = ['dev.nameyard.errors', 'java.math', 'java.time', 'java.util']
      .map(each => `import ${each}.*;\n`)
      .join('');
    const files = PAGES.map(([name]) => {
      const code = programIn(name, 'java', /^ {4}SearchResult found.*?(?=^ {2}}$)/ms);
      const file = join(folder, `${classOf(name)}.java`);
      writeFileSync(file, imports + code.replace(/^class \w+ /m, `class ${classOf(name)} `));
      return file;
    });
    await run('javac', ['-cp', path, '-encoding', 'UTF-8', '-d', folder, ...files]);
  });
  runsEachPage(name => ['java', '-cp', path, classOf(name)]);
});
