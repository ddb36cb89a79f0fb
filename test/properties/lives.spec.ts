import fc from 'fast-check';
import { ADA, type Client, ORDERS, REGISTRATIONS } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { Paper } from './paper.js';

const START = fc.constantFrom(
  '2027-03-01T12:00:00.000Z',
  '2028-02-29T00:00:00.000Z',
  '2028-02-29T23:59:59.999Z',
  '2027-12-31T23:30:00.000Z',
);
const DOMAINS = fc.constantFrom('a.com', 'b.net', 'c.co.uk');
const YEARS = fc.integer({ min: 1, max: 10 });
const PICK = fc.nat(1_000);

/** One call, and the same on paper. */
type Step = (client: Client, paper: Paper) => Promise<void>;

const order = fc.tuple(DOMAINS, YEARS).map(([domain, years]): Step => async (client, paper) => {
  const response = await client.order({ domain, years, owner: ADA });
  expect(outcomeOf(response)).toBe(paper.order(domain, years, response.body.data?.order_id));
});

const renew = fc.tuple(DOMAINS, YEARS, fc.boolean()).map(([domain, years, isPaid]): Step => async (client, paper) => {
  const response = await client.renew({ domain, years });
  const orderId = response.body.data?.order_id as string;
  expect(outcomeOf(response)).toBe(paper.renew(domain, years, orderId));
  if (response.status === 201 && isPaid) await payOrder(client, paper, orderId);
});

const register = fc.tuple(DOMAINS, YEARS).map(([domain, years]): Step => async (client, paper) => {
  const response = await client.order({ domain, years, owner: ADA });
  const orderId = response.body.data?.order_id as string;
  expect(outcomeOf(response)).toBe(paper.order(domain, years, orderId));
  if (response.status === 201) await payOrder(client, paper, orderId);
});

const pay = PICK.map((pick): Step => async (client, paper) => {
  const orderId = paper.openOrder(pick);
  if (orderId !== undefined) await payOrder(client, paper, orderId);
});

async function payOrder(client: Client, paper: Paper, orderId: string): Promise<void> {
  expect(outcomeOf(await client.pay(orderId))).toBe(paper.pay(orderId));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DURATIONS: Record<string, number> = {
  PT0S: 0,
  'PT0.001S': 1,
  PT1H: HOUR_MS,
  P1D: DAY_MS,
  P4W: 28 * DAY_MS,
  P30D: 30 * DAY_MS,
  P335DT12H: 335.5 * DAY_MS,
  P1000D: 1_000 * DAY_MS,
};

const advanceBy = fc.constantFrom(...Object.entries(DURATIONS)).map(([by, ms]): Step => async (client, paper) => {
  await advance(client, paper, { by }, paper.now + ms);
});

/** To the next event, or a millisecond before or after it. */
const advanceToEvent = fc.constantFrom(-1, 0, 1).map((ms): Step => async (client, paper) => {
  const to = Math.max(paper.now, (paper.nextDue ?? paper.now) + ms);
  await advance(client, paper, { to: new Date(to).toISOString() }, to);
});

const advanceByYears = YEARS.map((years): Step => async (client, paper) => {
  await advance(client, paper, { by: `P${years}Y` }, paper.yearsFromNow(years));
});

async function advance(client: Client, paper: Paper, body: object, target: number): Promise<void> {
  const response = await client.advance(body);
  if (target > latest()) {
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    return;
  }
  expect(outcomeOf(response)).toBe('200');
  const happened = paper.advance(target);
  expect(response.body.data).toMatchObject({ mode: 'frozen', now: new Date(target).toISOString(), more: 0 });
  const listed = happened.map(({ at, type, domain }) => ({ at, type, domain, event_id: expect.any(String) }));
  expect(response.body.data.happened).toEqual(listed);
}

function latest(): number {
  const time = new Date();
  return time.setUTCFullYear(time.getUTCFullYear() + 20);
}

const step = fc.oneof(
  { weight: 3, arbitrary: register },
  { weight: 2, arbitrary: renew },
  { weight: 3, arbitrary: advanceToEvent },
  order,
  pay,
  advanceBy,
  advanceByYears,
);

let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await sharedSandbox()));

/** Orders, registrations and events of a tenant, in the form in which they are on paper. */
async function stateOf(client: Client) {
  const { registrations } = (await client.get(REGISTRATIONS)).body.data;
  const { orders } = (await client.get(ORDERS)).body.data;
  const events = await eventsOf(sandbox, client);
  return {
    registrations: Object.fromEntries(
      registrations.map(({ domain, status, expires_at }: Record<string, string>) => [domain, { status, expires_at }]),
    ),
    orders: Object.fromEntries(
      orders.map(({ order_id, status, paid_at }: Record<string, string>) => [order_id, { status, paid_at }]),
    ),
    events: events.map(({ type, occurred_at, body }) => ({
      at: occurred_at.toISOString(),
      type,
      domain: body.data.domain,
      expires_at: body.data.expires_at,
    })),
  };
}

describe('the life of registrations', () => {
  it('is the same as on paper', async () => {
    await fc.assert(
      fc.asyncProperty(START, fc.array(step, { maxLength: 20, size: 'max' }), async (start, steps) => {
        const client = await sandbox.tenant();
        await client.freeze(start);
        const paper = new Paper(start);
        for (const each of steps) await each(client, paper);
        expect(await stateOf(client)).toEqual(paper.state());
      }),
      { numRuns: 30, interruptAfterTimeLimit: 12_000 },
    );
  });
});
