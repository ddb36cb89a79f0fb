import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { runCli } from '../processes/nameyard.js';
import { Program } from '../processes/program.js';
import { ROOT, temporaryFolder } from '../support/paths.js';

describe('the compile cache', () => {
  const folder = join(ROOT, 'dist/.compile-cache');

  it('is written to dist if Node.js supports it', async () => {
    rmSync(folder, { recursive: true, force: true });
    expect((await runCli(['--help'], {})).code).toBe(0);
    expect(existsSync(folder)).toBe('enableCompileCache' in module);
  });
});

describe('the build', () => {
  /** A checkout whose tools only record that they ran; the compiler writes a program that prints `started`. */
  const checkout = temporaryFolder();
  const ran = () => (existsSync(join(checkout, 'ran')) ? readFileSync(join(checkout, 'ran'), 'utf8') : '');
  const tool = (name: string) => `import { appendFileSync } from 'node:fs'; appendFileSync('ran', '${name} ');\n`;
  const compiler = `import { cpSync } from 'node:fs'; cpSync('apps/source.js', 'dist/apps/cli/main.js');\n`;

  const write = (file: string, text: string) => {
    mkdirSync(join(checkout, dirname(file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  };

  async function run(script: string) {
    rmSync(join(checkout, 'ran'), { force: true });
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const program = new Program('sh', ['-c', scripts[script]], {}, { cwd: checkout });
    program.closeInput();
    return program.exited;
  }

  beforeAll(() => {
    write('package.json', '{ "type": "module" }');
    for (const file of ['tsconfig.json', 'nest-cli.json', 'package-lock.json', 'CHANGELOG.md']) write(file, '');
    write('node_modules/typescript/package.json', '{}');
    write('node_modules/.package-lock.json', '');
    write('node_modules/@nestjs/cli/package.json', '{ "type": "module" }');
    write('node_modules/@nestjs/cli/bin/nest.js', tool('nest') + compiler);
    write('node_modules/vite/package.json', '{ "type": "module" }');
    write('node_modules/vite/bin/vite.js', tool('vite'));
    write('libs/source.js', '');
    write('apps/source.js', `process.stdout.write('started');`);
    write('apps/bundle.mjs', tool('bundle'));
    write('apps/generate-client.mjs', tool('generate'));
    write('test/golden/openapi.json', '{}');
    write('libs/client/generated/api.ts', '');
    for (const name of ['launch', 'build', 'prepare', 'progress'])
      cpSync(join(ROOT, `apps/cli/${name}.mjs`), join(checkout, `apps/cli/${name}.mjs`));
  });

  it('is not repeated by the next command after npm run build', async () => {
    expect(await run('build')).toMatchObject({ code: 0, stdout: '' });
    expect(ran()).toBe('generate nest bundle vite vite vite ');
    expect(await run('start')).toMatchObject({ code: 0, stdout: 'started', stderr: '' });
    expect(ran()).toBe('');
  });

  it('is repeated by the next command after sources changed', async () => {
    write('libs/source.js', 'changed');
    expect(await run('start')).toMatchObject({ code: 0, stdout: 'started' });
    expect(ran()).toBe('generate nest bundle vite vite vite ');
  });

  it('keeps packages and removes everything else', async () => {
    write('dist/packages/nameyard-1.0.0.tgz', 'package');
    write('dist/libs/removed.js', '');
    expect((await run('build')).code).toBe(0);
    expect(readFileSync(join(checkout, 'dist/packages/nameyard-1.0.0.tgz'), 'utf8')).toBe('package');
    expect(existsSync(join(checkout, 'dist/libs'))).toBe(false);
  });

  it('prints each step with its duration to standard error', async () => {
    const { stderr } = await run('build');
    expect(stderr.split('\n').filter(line => /^\[\d\/6\] .+ … \d+ s$/.test(line))).toHaveLength(6);
  });

  it('names the failed step and prints its output', async () => {
    write('apps/bundle.mjs', `console.error('broken module'); process.exit(1);\n`);
    const { code, stdout, stderr } = await run('start');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/broken module\n\[3\/6\] Bundling the server … \d+ s: failed\n$/);
    write('apps/bundle.mjs', tool('bundle'));
    expect(await run('start')).toMatchObject({ code: 0, stdout: 'started' });
  });
});
