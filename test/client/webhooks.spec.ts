import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Nameyard } from '../../libs/client/index.js';
import { NameyardError, SignatureError, unwrap, type WebhookEvent } from '../../libs/client/webhooks.js';
import { ADA } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';
import type { Vector } from '../webhooks/vectors.js';

const FILE = join(import.meta.dirname, '../../libs/webhooks/docs/vectors.json');

const vectors = JSON.parse(readFileSync(FILE, 'utf8')) as Vector[];
const [{ secrets, headers, body, now }] = vectors as [Vector];

afterEach(() => void jest.restoreAllMocks());

const setTime = (seconds: number) => void jest.spyOn(Date, 'now').mockReturnValue(seconds * 1_000);

/** The outcome as vectors name it. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof SignatureError) return error.reason;
    return error instanceof NameyardError && /secret/.test(error.message) ? 'invalid_secret' : String(error);
  }
}

describe('unwrap', () => {
  it.each(vectors)('$name: $expect', async vector => {
    setTime(vector.now);
    expect(await outcomeOf(unwrap(vector.body, vector.headers, vector.secrets))).toBe(vector.expect);
  });

  it('accepts bodies as text and bytes, and headers of fetch and Node.js', async () => {
    setTime(now);
    const bytes = Buffer.from(`--${body}--`).subarray(2, -2);
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const event = { ...(JSON.parse(body) as object), id: headers['webhook-id'] };
    expect(await unwrap(bytes, new Headers(headers), secrets[0]!)).toEqual(event);
    expect(await unwrap(new Uint8Array(bytes).buffer, lists, secrets)).toEqual(event);
    expect(await unwrap(new DataView(new Uint8Array(bytes).buffer) as never, headers, secrets)).toEqual(event);
  });

  it('uses the tolerance', async () => {
    setTime(now + 11);
    expect(await outcomeOf(unwrap(body, headers, secrets, { toleranceSeconds: 10 }))).toBe('timestamp_too_old');
    expect(await outcomeOf(unwrap(body, headers, secrets, { toleranceSeconds: 11 }))).toBe('ok');
    await expect(unwrap(body, headers, secrets, { toleranceSeconds: NaN })).rejects.toThrow(
      'toleranceSeconds must be 0 or greater',
    );
  });

  it('requires a raw body and a secret', async () => {
    await expect(unwrap(JSON.parse(body) as never, headers, secrets)).rejects.toThrow(/before it is parsed/);
    await expect(unwrap(body, headers, [])).rejects.toThrow(NameyardError);
  });

  it('has a type for each event', () => {
    const describeEvent = (event: WebhookEvent): string => {
      switch (event.type) {
        case 'domain.registered':
        case 'domain.renewed':
          return `${event.data.domain} ${event.data.years} ${event.data.amount.total}`;
        case 'domain.registration_failed':
          return `${event.data.domain} ${event.data.reason} ${event.data.refund.total}`;
        case 'webhook.test':
          return event.data.message;
        default:
          return event.data.domain;
      }
    };
    expect(describeEvent({ ...JSON.parse(body), id: 'evt_1' })).toBe('example.com 2 24.98');
  });
});

describe('a webhook of the service', () => {
  it('is unwrapped', async () => {
    const webhooks = new WebhookSandbox();
    await webhooks.start();
    const tenant = await webhooks.sandbox.tenant();
    const baseUrl = `${webhooks.sandbox.origin}/api/v1`;
    const client = new Nameyard({ baseUrl, tenant: tenant.tenant.slug, apiKey: tenant.key.value });
    const receiver = await webhooks.receiver();
    const { secret } = await client.control.receivers.add({ url: receiver.url });
    const { order_id } = await client.domains.order({ domain: 'signed.com', years: 1, owner: ADA });
    await client.domains.checkout({ order_id, payment: { method: 'test', reference: 'r' } });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [received] = receiver.received;
    const event = await unwrap(received!.body, received!.headers, [secret]);
    expect(event).toMatchObject({ type: 'domain.registered', data: { order_id, domain: 'signed.com' } });
    expect(event.id).toBe(received!.headers['webhook-id']);
    await expect(unwrap(`${received!.body} `, received!.headers, [secret])).rejects.toThrow(SignatureError);
  });
});
