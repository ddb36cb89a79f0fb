import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { startSandbox } from '../support/sandbox.js';

const execute = promisify(execFile);
const PROJECT = join(ROOT, 'libs/client-php');
const PAGE = readFileSync(join(ROOT, 'libs/client-php/README.md'), 'utf8');
const [purchase, receiver] = [...PAGE.matchAll(/^```php\n(.*?)^```/gms)].map(([, code]) => code!);
const KIT_PAGE = readFileSync(join(PROJECT, 'docs/testing.md'), 'utf8');

/** Runs PHPUnit; a failure shows its output. */
async function phpunit(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  await execute('phpunit', args, { cwd, env }).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}

/** A folder with a program and the client. */
function projectWith(code: string): string {
  const folder = temporaryFolder();
  symlinkSync(PROJECT, join(folder, 'nameyard'));
  writeFileSync(join(folder, 'index.php'), code);
  return folder;
}

describeWith('phpunit', 'the PHP client', () => {
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const settings = { webhookAllowPrivateTargets: true, webhookRetrySchedule: [0, 400, 400] };
    const sandbox = await startSandbox({ settings });
    const { tenant, key } = await sandbox.tenant();
    const access = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
    env = { ...process.env, ...access };
  });

  it('passes its tests', async () => {
    await phpunit(PROJECT, env);
  });

  it('passes the test of libs/client-php/docs/testing.md', async () => {
    const [, code] = /^```php\n(.*?)^```/ms.exec(KIT_PAGE)!;
    const folder = projectWith('');
    writeFileSync(join(folder, 'PurchaseTest.php'), code!);
    await phpunit(folder, env, '--bootstrap', 'nameyard/autoload.php', 'PurchaseTest.php');
  });

  it('buys a domain with the program of libs/client-php/README.md', async () => {
    const { stdout } = await execute('php', ['index.php'], { cwd: projectWith(purchase!), env });
    expect(stdout).toMatch(/^available [\d.]+ USD\nregistered 1\nmy-php-shop\.com [\d.]+\n$/);
  });

  it('receives webhooks with the program of libs/client-php/README.md', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const cwd = projectWith(receiver!);
    const program = new Program('php', ['-S', `127.0.0.1:${port}`, 'index.php'], { WEBHOOK_SECRET: secret }, { cwd });
    const body = JSON.stringify({
      type: 'domain.registered',
      timestamp: '2026-01-01T00:00:00.000Z',
      data: { domain: 'my-shop.com', years: 2 },
    });
    const send = async (signer: string) => {
      const now = new Date();
      const signature = new Webhook(signer).sign('evt_1', now, body);
      const seconds = String(Math.floor(now.getTime() / 1_000));
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': seconds, 'webhook-signature': signature };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    expect(await eventually(() => send(secret))).toBe(204);
    expect(await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
    await waitFor('the event', () => program.stderr.includes('evt_1 my-shop.com 2'));
  });
});
