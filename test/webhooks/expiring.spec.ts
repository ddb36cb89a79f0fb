import { Webhook } from 'standardwebhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

const webhooks = new WebhookSandbox();
let client: Client;

beforeAll(() => webhooks.share());
beforeEach(async () => {
  client = await webhooks.sandbox.tenant();
  await client.freeze('2027-03-01T12:00:00Z');
});

/** Lets registrations of two domains expire. */
async function expireTwo(): Promise<void> {
  for (const domain of ['first.com', 'second.com']) {
    await client.register(domain);
    await client.advance({ by: 'P10D' });
  }
  const { body } = await client.advance({ by: 'P2Y' }, { 'X-Request-Id': 'two-years' });
  expect(body.data.happened).toHaveLength(6);
}

const LIVES = [
  ['2028-01-31T12:00:00.000Z', 'domain.expiring', 'first.com'],
  ['2028-02-10T12:00:00.000Z', 'domain.expiring', 'second.com'],
  ['2028-03-01T12:00:00.000Z', 'domain.expired', 'first.com'],
  ['2028-03-11T12:00:00.000Z', 'domain.expired', 'second.com'],
  ['2028-03-31T12:00:00.000Z', 'domain.released', 'first.com'],
  ['2028-04-10T12:00:00.000Z', 'domain.released', 'second.com'],
];

describe('a receiver', () => {
  it('gets the events of an advance in order of business time, signed at real time', async () => {
    const receiver = await webhooks.receiverOf(client);
    await expireTwo();
    await eventually(() => expect(receiver.received).toHaveLength(8));
    const lives = receiver.events.map(({ timestamp, type, data }) => [timestamp, type, data.domain]);
    expect(lives.filter(([, type]) => type !== 'domain.registered')).toEqual(LIVES);
    for (const { headers, body } of receiver.received) {
      expect(new Webhook(receiver.secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    }
    const requests = receiver.received.slice(-6).map(({ headers }) => headers['x-request-id']);
    expect(requests).toEqual(Array(6).fill('two-years'));
  });

  it('can subscribe to one type', async () => {
    const types = ['domain.expiring', 'domain.expired', 'domain.released'];
    const receivers = await Promise.all(types.map(type => webhooks.receiverOf(client, [type])));
    const all = await webhooks.receiverOf(client);
    await expireTwo();
    await eventually(() => expect(all.received).toHaveLength(8));
    for (const [index, receiver] of receivers.entries()) {
      await eventually(() => expect(receiver.received).toHaveLength(2));
      expect(receiver.events.map(event => [event.timestamp, event.type, event.data.domain])).toEqual(
        LIVES.filter(([, type]) => type === types[index]),
      );
    }
  });
});
