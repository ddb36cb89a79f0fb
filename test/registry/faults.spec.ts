import { ADA, type Client, ORDERS, REGISTRY } from '../support/client.js';
import { addRule, rulesOf, withFault } from '../support/faults.js';
import { eventsOf } from '../support/events.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze('2030-01-01T00:00:00.000Z');
});

const WITHHELD = 'webhook;effect=withhold';

/** The type of each event, and how its delivery is altered. */
const alterations = async () =>
  (await eventsOf(sandbox, client)).map(({ type, context }) => [
    type,
    (context as { delivery?: { effect: string } }).delivery?.effect ?? null,
  ]);

const ruleFor = (match: object, more: object = {}) =>
  addRule(client, { match, fault: { kind: 'webhook', effect: 'stale' }, ...more });

const decide = (domain: string, outcome: string) =>
  client.raw({ path: `${REGISTRY}/decide`, body: { domain, outcome } });
const cancel = (id: string, headers = {}) => client.raw({ path: `${ORDERS}/${id}/cancel`, body: {}, headers });

/** A paid order that waits for somebody. */
async function waiting(headers = {}): Promise<string> {
  const id = await client.orderOf('action-required.com');
  await client.pay(id, undefined, headers);
  await client.advance({ by: 'PT10S' });
  return id;
}

describe('a webhook fault of a checkout', () => {
  it('alters the event that ends the order, but not a question before', async () => {
    await waiting(withFault(WITHHELD));
    await decide('action-required.com', 'registered');
    expect(await alterations()).toEqual([
      ['domain.action_required', null],
      ['domain.registered', 'withhold'],
    ]);
  });

  it.each([
    ['domain.registered', 'registered', 'stale'],
    ['domain.registered', 'failed', null],
    ['domain.registration_failed', 'failed', 'stale'],
  ])('by a rule for %s alters an end of this type: %s', async (event, outcome, effect) => {
    const { id: rule } = await ruleFor({ operation: 'checkout', event });
    const { headers } = await client.pay(await client.orderOf('a-pending.com'));
    expect(headers['sandbox-faulted']).toBe(rule);
    await decide('a-pending.com', outcome);
    const type = outcome === 'failed' ? 'domain.registration_failed' : 'domain.registered';
    expect(await alterations()).toEqual([[type, effect]]);
  });

  it('by a rule for the type of an event is claimed when the event is recorded', async () => {
    await ruleFor({ event: 'domain.registered' });
    await client.pay(await client.orderOf('a-pending.com'));
    await client.register('plain.com');
    await decide('a-pending.com', 'registered');
    expect(await alterations()).toEqual([
      ['domain.registered', 'stale'],
      ['domain.registered', null],
    ]);
  });

  it.each([[{}], [{ operation: 'checkout' }]])(
    'by the rule %j for domain.verification_due alters that event of a payment',
    async match => {
      const owner = { ...ADA, email: 'unverified@example.com' };
      await ruleFor({ ...match, event: 'domain.verification_due' });
      await ruleFor({ event: 'domain.registered' }, { skip: 1 });
      const { body } = await client.order({ domain: 'plain.com', years: 1, owner });
      expect(outcomeOf(await client.pay(body.data.order_id))).toBe('200');
      expect(await alterations()).toEqual([
        ['domain.registered', null],
        ['domain.verification_due', 'stale'],
      ]);
      expect((await rulesOf(client)).map(({ remaining }: { remaining: number }) => remaining)).toEqual([0, 1]);
    },
  );
});

describe('a webhook fault of a cancellation', () => {
  const CANCELED = ['domain.registration_failed', 'stale'];

  it('by a header alters the event, instead of the fault of the checkout', async () => {
    const id = await waiting(withFault(WITHHELD));
    const { headers } = await cancel(id, withFault('webhook;effect=stale'));
    expect([headers['sandbox-faulted'], (await alterations()).at(-1)]).toEqual(['header', CANCELED]);
  });

  it('by a rule alters the event of the first call', async () => {
    const id = await waiting();
    const { id: rule } = await ruleFor({ operation: 'cancel' }, { times: 2 });
    expect((await cancel(id)).headers['sandbox-faulted']).toBe(rule);
    expect((await cancel(id)).headers['sandbox-faulted']).toBeUndefined();
    expect((await alterations()).at(-1)).toEqual(CANCELED);
    expect(await rulesOf(client)).toMatchObject([{ used: 1 }]);
  });

  it('leaves the event to the fault of the checkout if there is none', async () => {
    await cancel(await waiting(withFault(WITHHELD)));
    expect((await alterations()).at(-1)).toEqual(['domain.registration_failed', 'withhold']);
  });
});

describe('a business error of a cancellation', () => {
  const fault = withFault('error;code=ORDER_NOT_CANCELABLE');

  it('happens while the order is not canceled', async () => {
    const id = await waiting();
    expect(outcomeOf(await cancel(id, fault))).toBe('409 ORDER_NOT_CANCELABLE');
    await addRule(client, { match: { operation: 'cancel' }, fault: { kind: 'error', code: 'ORDER_NOT_CANCELABLE' } });
    expect(outcomeOf(await cancel(id))).toBe('409 ORDER_NOT_CANCELABLE');
    expect(outcomeOf(await cancel(id))).toBe('200');
  });

  it('is skipped when the order is canceled', async () => {
    const id = await waiting();
    await cancel(id);
    expect(outcomeOf(await cancel(id, fault))).toBe('200');
  });
});
