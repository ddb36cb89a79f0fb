import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { freePort, ROOT } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { sharedSandbox } from '../support/sandbox.js';

const execute = promisify(execFile);
const ENVIRONMENT = { PYTHONPATH: join(ROOT, 'libs/client-python/src'), PYTHONDONTWRITEBYTECODE: '1' };
const PAGE = readFileSync(join(ROOT, 'libs/client-python/README.md'), 'utf8');
const [purchase, renewal, receiver] = [...PAGE.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code!);

describeWith('python3', 'the Python client', () => {
  it('buys and renews a domain with the programs of libs/client-python/README.md', async () => {
    const sandbox = await sharedSandbox();
    const { tenant, key } = await sandbox.tenant();
    const access = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
    const options = { env: { ...process.env, ...ENVIRONMENT, ...access } };
    const { stdout } = await execute('python3', ['-c', `${purchase}${renewal}`], options);
    expect(stdout).toMatch(/^available [\d.]+ USD\nregistered 1\nmy-python-shop\.com [\d.]+\nrenewal\n$/);
  });

  it('receives webhooks with the program of the page', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const port = await freePort();
    const program = new Program('python3', ['-c', receiver!], {
      ...ENVIRONMENT,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    });
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
    await waitFor('the event', () => program.stdout.includes('evt_1 my-shop.com 2'));
  });
});
