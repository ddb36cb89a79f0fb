import { blocksOf, page, runAllHere, runHere } from '../cli/documented.js';
import type { Environment } from '../processes/nameyard.js';
import type { Client } from '../support/client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { Shop } from './shop.js';

let sandbox: Sandbox;
let client: Client;
let env: Environment;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant({ slug: 'demo' });
  env = { DATABASE_URL: sandbox.database.url, PORT: new URL(sandbox.origin).port };
});

const facades = async (...options: string[]) =>
  JSON.parse(await runHere(['facades', '--tenant', 'demo', '--json', ...options], env));

describe('nameyard facades', () => {
  it('shows the base URLs of the running service and the accounts of the tenant', async () => {
    const shop = new Shop(sandbox, client);
    const { id: account } = (await shop.send('GET', '/v2/whoami')).body.data.account;
    expect(await facades()).toEqual({
      dnsimple: { base_url: `${sandbox.origin}/facades/dnsimple`, account },
      cloudflare: {
        base_url: `${sandbox.origin}/facades/cloudflare/client/v4`,
        account_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
    const elsewhere = await facades('--url', 'https://sandbox.example/');
    expect(elsewhere.dnsimple.base_url).toBe('https://sandbox.example/facades/dnsimple');
  });
});

describe('the commands of the page about facades', () => {
  it('switch facades off and on, and write the audit log', async () => {
    const [show = '', set = ''] = blocksOf(page('facades'), 'sh');
    expect(await runAllHere(show, env)).toContain(`Client(base_url='${sandbox.origin}/facades/dnsimple/'`);
    expect((await runAllHere(set, env)).split('\n').slice(0, 3)).toEqual([
      'Facades of demo: dnsimple.',
      'Facades of demo: none.',
      'Facades of demo: dnsimple, cloudflare.',
    ]);
    const rows = await sandbox.rows(
      `SELECT after -> 'facades' AS facades FROM platform.audit WHERE action = 'tenant.change' ORDER BY position`,
    );
    expect(rows.map(row => row.facades)).toEqual([['dnsimple'], [], ['dnsimple', 'cloudflare']]);
  });
});
