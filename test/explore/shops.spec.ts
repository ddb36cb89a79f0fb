import { Webhook } from 'standardwebhooks';
import { Program } from '../processes/program.js';
import { type Client, RECEIVERS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { addRule, removeRules } from '../support/faults.js';
import { VERIFY } from '../support/journal.js';
import { freePort, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { type Sandbox, sharedWebhookSandbox } from '../support/sandbox.js';

const PHP = 'PHP_CLI_SERVER_WORKERS=8 exec php -S "127.0.0.1:$PORT" test/explore/shops/php/shop.php';
const DECIDE = '/api/v1/sandbox/control/registry/decide';

let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await sharedWebhookSandbox()));

/** A running shop with a tenant of its own. */
class Shop {
  private constructor(
    readonly client: Client,
    private readonly origin: string,
    private readonly secret: string,
  ) {}

  static async start(command: string): Promise<Shop> {
    const client = await sandbox.tenant();
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const { secret } = (await client.raw({ path: RECEIVERS, body: { url: `${origin}/webhooks` } })).body.data;
    const env = {
      NAMEYARD_URL: `${sandbox.origin}/api/v1`,
      NAMEYARD_TENANT: client.tenant.slug,
      NAMEYARD_KEY: client.key.value,
      WEBHOOK_SECRET: secret,
      PORT: port,
      TMPDIR: temporaryFolder(),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    new Program('sh', ['-c', command], env, { detached: true });
    const shop = new Shop(client, origin, secret);
    await eventually(() => shop.stateOf('my-shop.com'));
    return shop;
  }

  /** Sends the form of a purchase, or of a renewal. */
  async send(path: string, domain: string, years: number, token = domain): Promise<number> {
    const body = new URLSearchParams({ domain, token, years: String(years), email: 'ada@example.com' });
    return this.post(path, { body });
  }

  buy(domain: string): Promise<number> {
    return this.send('/orders', domain, 2);
  }

  /** Sends a webhook that was signed at a time in milliseconds. */
  webhook(secret: string, signedAt: number): Promise<number> {
    const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: {} });
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(signedAt / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', new Date(signedAt), body),
    };
    return this.post('/webhooks', { headers, body });
  }

  ownWebhook(signedAt: number): Promise<number> {
    return this.webhook(this.secret, signedAt);
  }

  /** `examples/buggy-shop` returns the orders of the domain, the others their sum. */
  async stateOf(domain: string): Promise<unknown> {
    const response = await fetch(`${this.origin}/api/state?domain=${domain}`);
    return [await response.json()].flat();
  }

  async attempts(operation: string, domain: string): Promise<number> {
    const body = { request: { operation, domain }, times: { min: 0 } };
    return (await this.client.raw({ path: VERIFY, body })).body.data.count;
  }

  private async post(path: string, init: RequestInit): Promise<number> {
    const response = await fetch(this.origin + path, { method: 'POST', redirect: 'manual', ...init });
    await response.arrayBuffer();
    return response.status;
  }
}

const SOLD = { status: 'registered', years: 2, charges: 1, refunds: 0, mails: ['confirmation', 'receipt'] };

const testsOf = (command: string) => () => {
  let shop: Shop;
  beforeAll(async () => void (shop = await Shop.start(command)));

  it('sells a domain once when the form is sent at the same time and again', async () => {
    const [told, again] = await Promise.all([shop.buy('my-shop.com'), shop.buy('my-shop.com')]);
    expect(told).toBeLessThan(400);
    expect([again, await shop.buy('my-shop.com')]).toEqual([told, told]);
    await eventually(async () => expect(await shop.stateOf('my-shop.com')).toMatchObject([SOLD]));
    expect(await shop.attempts('checkout', 'my-shop.com')).toBe(1);
  });

  it('charges once when answers are lost', async () => {
    for (const operation of ['order', 'checkout'])
      await addRule(shop.client, { match: { operation }, fault: { kind: 'reset', phase: 'after' } });
    expect(await shop.buy('my-lost-shop.com')).toBeLessThan(400);
    await eventually(async () => expect(await shop.stateOf('my-lost-shop.com')).toMatchObject([SOLD]));
    expect(await shop.attempts('checkout', 'my-lost-shop.com')).toBe(2);
  });

  it('asks to try again when the registrar does not answer, and then resumes', async () => {
    const fault = { kind: 'error', code: 'INTERNAL_ERROR', phase: 'after' };
    const { id } = await addRule(shop.client, { match: { operation: 'checkout' }, fault, times: 100 });
    expect(await shop.buy('my-slow-shop.com')).toBe(503);
    await removeRules(shop.client, id);
    expect(await shop.buy('my-slow-shop.com')).toBeLessThan(400);
    await eventually(async () => expect(await shop.stateOf('my-slow-shop.com')).toMatchObject([SOLD]));
  });

  it('does not repeat a declined payment', async () => {
    const rule = { match: { operation: 'checkout' }, fault: { kind: 'error', code: 'PAYMENT_DECLINED' } };
    await addRule(shop.client, rule);
    expect(await shop.buy('my-poor-shop.com')).toBe(402);
    expect(await shop.attempts('checkout', 'my-poor-shop.com')).toBe(1);
    expect(await shop.stateOf('my-poor-shop.com')).toMatchObject([{ status: 'refused', charges: 0, mails: [] }]);
  });

  it('pays back what the registry does not register', async () => {
    expect(await shop.buy('my-pending-shop.com')).toBeLessThan(400);
    expect(await shop.stateOf('my-pending-shop.com')).toMatchObject([{ status: 'pending', charges: 1, refunds: 0 }]);
    await shop.client.raw({ path: DECIDE, body: { domain: 'my-pending-shop.com', outcome: 'failed' } });
    const failed = { status: 'failed', charges: 1, refunds: 1, mails: ['receipt', 'refund'] };
    await eventually(async () => expect(await shop.stateOf('my-pending-shop.com')).toMatchObject([failed]));
  });

  it('renews a domain', async () => {
    await shop.buy('my-old-shop.com');
    expect(await shop.send('/renewals', 'my-old-shop.com', 3)).toBeLessThan(400);
    const { expires_at, registered_at } = (await shop.client.getRegistration('my-old-shop.com')).body.data;
    expect(new Date(expires_at).getUTCFullYear() - new Date(registered_at).getUTCFullYear()).toBe(5);
  });

  it('accepts only webhooks that are authentic', async () => {
    const wrong = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await shop.webhook(wrong, Date.now())).toBe(400);
    expect(await shop.ownWebhook(Date.now() - 600_000)).toBe(400);
    expect(await shop.ownWebhook(Date.now())).toBe(204);
  });
};

describe('the shop in Node.js', testsOf('exec node test/explore/shops/node/shop.mjs'));
describe('examples/buggy-shop without a bug', testsOf('exec node examples/buggy-shop/server.js'));
describeWith('python3', 'the shop in Python', testsOf('exec python3 test/explore/shops/python/shop.py'));
describeWith('php', 'the shop in PHP', testsOf(PHP));
describeWith(
  'python3',
  'examples/python-shop',
  testsOf('PYTHONPATH=libs/client-python/src exec python3 examples/python-shop/shop.py'),
);
