import { ADA, type Client, REGISTRY } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

const START = '2030-01-01T00:00:00.000Z';
const UNVERIFIED = { ...ADA, email: 'Unverified+1@example.com' };

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  await client.freeze(START);
});

const buy = async (domain: string, owner: object = UNVERIFIED) => {
  const placed = await client.order({ domain, years: 1, owner });
  return client.pay(placed.body.data.order_id);
};
const events = async () => (await eventsOf(sandbox, client)).map(({ type, body }) => ({ type, data: body.data }));
const state = async (domain: string) => {
  const { verification_due_at, suspended } = (await client.getRegistration(domain)).body.data;
  return [verification_due_at, suspended];
};

describe('an unverified email address of an owner', () => {
  it('must be verified within 15 days of a registration, which is answered as ever', async () => {
    expect((await buy('plain.com')).status).toBe(200);
    const due_at = '2030-01-16T00:00:00.000Z';
    expect(await state('plain.com')).toEqual([due_at, false]);
    expect(await events()).toMatchObject([
      { type: 'domain.registered', data: { owner: { email: UNVERIFIED.email } } },
      { type: 'domain.verification_due', data: { domain: 'plain.com', status: 'registered', due_at } },
    ]);
  });

  it('must be verified within 15 days of a decision', async () => {
    await buy('a-pending.com');
    await client.advance({ by: 'PT10S' });
    expect(await state('a-pending.com')).toEqual(['2030-01-16T00:00:10.000Z', false]);
    expect((await events()).map(({ type }) => type)).toEqual(['domain.registered', 'domain.verification_due']);
  });

  it('must be verified within 15 days of the end of a transfer', async () => {
    const body = { domain: 'taken.com', auth_code: 'code', owner: UNVERIFIED };
    const placed = await client.raw({ path: '/api/v1/sandbox/domains/transfer', body });
    await client.pay(placed.body.data.order_id);
    const { happened } = (await client.advance({ by: 'P20D' })).body.data;
    expect(happened.map(({ at, type }: Record<string, string>) => [at, type])).toEqual([
      ['2030-01-06T00:00:00.000Z', 'domain.transferred_in'],
      ['2030-01-06T00:00:00.000Z', 'domain.verification_due'],
      ['2030-01-21T00:00:00.000Z', 'domain.suspended'],
    ]);
  });

  it.each([
    ['example.us', UNVERIFIED],
    ['example.co.uk', UNVERIFIED],
    ['example.com', { ...ADA, email: 'ada@unverified.example.com' }],
    ['example.com', { ...ADA, email: 'not-unverified@example.com' }],
  ])('need not be verified for %s with %j', async (domain, owner) => {
    await buy(domain, owner);
    expect(await state(domain)).toEqual([null, false]);
    expect((await events()).map(({ type }) => type)).toEqual(['domain.registered']);
  });
});

describe('a suspension', () => {
  it('follows after 15 days, changes nothing else, and ends with the verification', async () => {
    await buy('plain.com');
    const { happened } = (await client.advance({ by: 'P15D' })).body.data;
    expect(happened).toMatchObject([{ at: '2030-01-16T00:00:00.000Z', type: 'domain.suspended', domain: 'plain.com' }]);
    expect(await state('plain.com')).toEqual(['2030-01-16T00:00:00.000Z', true]);
    expect((await events()).at(-1)).toMatchObject({ type: 'domain.suspended', data: { status: 'registered' } });
    expect(await client.pay(await client.renewalOf('plain.com'))).toMatchObject({ status: 200 });
    const verified = await client.raw({ path: `${REGISTRY}/verify`, body: { domain: 'plain.com' } });
    expect(verified.body.data).toMatchObject({ verification_due_at: null, suspended: false });
    expect((await events()).at(-1)).toMatchObject({ type: 'domain.verified' });
    expect((await client.advance({ by: 'P30D' })).body.data.happened).toEqual([]);
  });

  it('does not follow if the address was verified or replaced before', async () => {
    for (const domain of ['one.com', 'two.com']) await buy(domain);
    await client.advance({ by: 'P14D' });
    await client.raw({ path: `${REGISTRY}/verify`, body: { domain: 'one.com' } });
    await client.updateRegistration('two.com', { contact: ADA });
    expect((await client.advance({ by: 'P2D' })).body.data.happened).toEqual([]);
  });

  it('does not follow after the release of the domain', async () => {
    await buy('plain.com', ADA);
    await client.advance({ to: '2031-01-20T00:00:00Z' });
    await client.updateRegistration('plain.com', { contact: UNVERIFIED });
    const { happened } = (await client.advance({ by: 'P30D' })).body.data;
    expect(happened).toMatchObject([{ at: '2031-01-31T00:00:00.000Z', type: 'domain.released' }]);
  });

  it('happens by itself when its time has come', async () => {
    await buy('plain.com');
    await client.setClock({ mode: 'running', now: '2030-01-15T23:59:59.000Z' });
    await eventually(async () => expect(await state('plain.com')).toEqual(['2030-01-16T00:00:00.000Z', true]));
    expect((await events()).at(-1)).toMatchObject({ type: 'domain.suspended' });
  });
});
