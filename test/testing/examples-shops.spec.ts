import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { blocksOf } from '../cli/documented.js';
import { run } from '../packages/run.js';
import { packOnce, PHP_ARCHIVE, PYTHON_WHEEL } from '../packages/tarballs.js';
import { Program } from '../processes/program.js';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, sharedWebhookSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  await packOnce();
  sandbox = await sharedWebhookSandbox();
});

/** Installs a shop and explores it with the commands of its README. */
async function explore(example: string, archive: string): Promise<object> {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
  cpSync(archive, join(folder, basename(archive)));
  const [install, commands] = blocksOf(readFileSync(join(folder, 'README.md'), 'utf8'), 'sh') as [string, string];
  run('sh', ['-ec', install], folder, { PIP_NO_INDEX: '1' });
  const { key, tenant } = await sandbox.tenant();
  const env = {
    NAMEYARD_URL: `${sandbox.origin}/api/v1`,
    NAMEYARD_TENANT: tenant.slug,
    NAMEYARD_KEY: key.value,
    TMPDIR: temporaryFolder(),
  };
  const command = commands.slice(commands.indexOf('npx nameyard')).trim();
  const script = `${command.replace('npx nameyard', `exec node ${CLI}`)} --minutes 0.4 --json`;
  const { code, stdout, stderr } = await new Program('bash', ['-c', script], env, { cwd: folder }).exited;
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
}

const CLEAN = { code: 0, findings: [], plans: expect.arrayContaining([expect.objectContaining({ result: 'passed' })]) };

describeWith('python3', 'the shop with the Python client', () => {
  it('has no bugs', async () => expect(await explore('python-shop', PYTHON_WHEEL)).toMatchObject(CLEAN));
});

describeWith('phpunit', 'the shop with the PHP client', () => {
  it('has no bugs', async () => expect(await explore('php-shop', PHP_ARCHIVE)).toMatchObject(CLEAN));
});
