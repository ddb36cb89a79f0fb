import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const cwd = join(ROOT, 'libs/client-go');
const execute = promisify(execFile);

/** Returns what a program prints. */
async function run(folder: string, env: Record<string, string>, command: string, ...args: string[]): Promise<string> {
  try {
    return (await execute(command, args, { cwd: folder, env: { ...process.env, ...env } })).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

/** A module that uses the client of this repository, with a block of a page as its only file. */
function moduleWith(page: string, block: number, file: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```go\n(.*?)^```/gms)].map(([, code]) => code!);
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), blocks[block]!);
  const requirement = `require nameyard.dev/client v1.0.0\nreplace nameyard.dev/client => ${cwd}`;
  writeFileSync(join(folder, 'go.mod'), `module shop\n\ngo 1.22\n\n${requirement}\n`);
  return folder;
}

describeWith('go', 'the Go client', () => {
  let sandbox: Sandbox;

  beforeAll(async () => void (sandbox = await sharedSandbox()));

  const accessTo = async () => {
    const { tenant, key } = await sandbox.tenant();
    return { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
  };

  it('is formatted and passes go vet', async () => {
    expect(await run(cwd, {}, 'gofmt', '-l', '.')).toBe('');
    await run(cwd, {}, 'go', 'vet', './...');
  });

  it('passes its tests, for which the kit starts a server', async () => {
    const env = { NAMEYARD_COMMAND: `${process.execPath} ${CLI}`, NAMEYARD_URL: '' };
    await run(cwd, env, 'go', 'test', '-count=1', './...');
  });

  it('buys a domain with the program of its page', async () => {
    const output = await run(moduleWith('libs/client-go/README.md', 0, 'main.go'), await accessTo(), 'go', 'run', '.');
    expect(output).toMatch(/^available [\d.]+ USD\nregistered 1\nmy-go-shop\.com [\d.]+\n$/);
  });

  it('compiles the receiver of its page', () =>
    run(moduleWith('libs/client-go/README.md', 1, 'main.go'), {}, 'go', 'vet', '.'));

  it('runs the test of the page of the kit', async () => {
    const env = { NAMEYARD_COMMAND: `${process.execPath} ${CLI}`, NAMEYARD_URL: '' };
    const folder = moduleWith('libs/client-go/nameyardtest/README.md', 0, 'shop_test.go');
    expect(await run(folder, env, 'go', 'test', '.')).toMatch(/^ok/);
  });
});
