import { ADA, type Client, UNDECIDED } from '../support/client.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});
afterEach(() => sandbox.clock.reset());

const DOMAIN = 'my-shop.com';
const get = (path: string) => developer.get(tenantPath(client, path));
const renew = (years: unknown, domain = DOMAIN) =>
  developer.post(tenantPath(client, `/domains/${domain}/renew`), { years });
const registration = async () => (await client.getRegistration(DOMAIN)).body.data;
const orders = async () => (await get(`/orders?exact_domain=${DOMAIN}`)).body.data.orders;

const renewalEntries = () =>
  sandbox.rows(`SELECT * FROM platform.audit WHERE tenant_id = $1 AND action = 'domain.renew'`, [client.tenant.id]);

describe('a registered domain in the portal', () => {
  it('has its status, term and order, and the terms of its renewal', async () => {
    const { data } = (await client.register(DOMAIN, 7)).body;
    const { status, body } = await get(`/domains/${DOMAIN}`);
    const after = (years: number) => data.expires_at.replace(/^\d+/, (year: string) => String(Number(year) + years));
    expect([status, body.data]).toEqual([
      200,
      {
        domain: DOMAIN,
        tld: 'com',
        status: 'registered',
        years: 7,
        order_id: data.order_id,
        registered_at: data.registered_at,
        expires_at: data.expires_at,
        nameservers: ['ns1.nameyard.example', 'ns2.nameyard.example'],
        locked: true,
        auto_renew: false,
        privacy: false,
        payment_method: 'test',
        contact: ADA,
        verification_due_at: null,
        suspended: false,
        deletion_refund: { currency: 'USD', total: 101.93 },
        renewals: [1, 2, 3].map(years => ({
          years,
          currency: 'USD',
          total: expect.closeTo(14.99 * years, 5),
          expires_at: after(years),
        })),
      },
    ]);
  });

  it('is found by its Unicode form, and expires', async () => {
    await client.register('bücher.com');
    sandbox.clock.advance({ days: 366 });
    await developer.startSession();
    const { body } = await get(`/domains/${encodeURIComponent('Bücher.com')}`);
    expect(body.data).toMatchObject({ domain: 'xn--bcher-kva.com', status: 'expired' });
    expect((await get('/domains')).body.data.domains).toMatchObject([{ status: 'expired', years: 1 }]);
  });

  it('is not found if the tenant does not hold it', async () => {
    const other = await sandbox.tenant();
    await other.register(DOMAIN);
    expect(outcomeOf(await get(`/domains/${DOMAIN}`))).toBe('404 REGISTRATION_NOT_FOUND');
    expect(outcomeOf(await get('/domains/-bad-.com'))).toBe('422 INVALID_DOMAIN');
  });
});

describe('a renewal in the portal', () => {
  it('orders and pays, and moves the expiry', async () => {
    await client.register(DOMAIN);
    const before = await registration();
    const { status, body } = await renew(2);
    const after = await registration();
    expect(after).toMatchObject({ years: 3, order_id: before.order_id });
    expect([status, body.data]).toMatchObject([
      200,
      { domain: DOMAIN, status: 'paid', registered_at: before.registered_at, expires_at: after.expires_at },
    ]);
    expect((await orders())[0]).toMatchObject({
      id: body.data.order_id,
      kind: 'renewal',
      channel: 'portal',
      status: 'paid',
      years: 2,
      total: 29.98,
    });
    const [event] = (await get(`/events?about=${body.data.order_id}`)).body.data.events;
    expect(event).toMatchObject({ type: 'domain.renewed', summary: 'A domain was renewed', deliveries: [] });
  });

  it('is recorded in the audit log', async () => {
    await client.register(DOMAIN);
    const { order_id, expires_at } = (await renew(1)).body.data;
    const [entry] = await renewalEntries();
    expect(entry).toMatchObject({
      actor: developer.credentials.email,
      subject: DOMAIN,
      after: { domain: DOMAIN, years: 1, order_id, expires_at },
    });
  });

  it('is not paid if it cannot be recorded in the audit log, and can be repeated', async () => {
    await client.register(DOMAIN);
    const send = () =>
      developer.post(tenantPath(client, `/domains/${DOMAIN}/renew`), { years: 1 }, { 'X-Idempotency-Key': 'repeated' });
    await sandbox.rows(
      `CREATE FUNCTION platform.refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'configuration_limit_exceeded'; END $$`,
    );
    await sandbox.rows(
      `CREATE TRIGGER refuse BEFORE INSERT ON platform.audit
       FOR EACH ROW WHEN (new.action = 'domain.renew') EXECUTE FUNCTION platform.refuse()`,
    );
    const refused = await send().finally(() => sandbox.rows('DROP FUNCTION platform.refuse CASCADE'));
    expect(outcomeOf(refused)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await registration()).toMatchObject({ years: 1 });
    expect(outcomeOf(await send())).toBe('200');
    expect(await registration()).toMatchObject({ years: 2 });
    expect(await renewalEntries()).toHaveLength(1);
  });

  it('with an idempotency key takes place once, also when it is sent twice at the same time', async () => {
    await client.register(DOMAIN);
    const send = (years: number, domain = DOMAIN) =>
      developer.post(tenantPath(client, `/domains/${domain}/renew`), { years }, { 'X-Idempotency-Key': 'one-dialog' });
    const answers = [...(await Promise.all([send(1), send(1)])), await send(1)];
    expect(answers.map(outcomeOf)).toEqual(['200', '200', '200']);
    for (const { body } of answers) expect(body.data).toEqual(answers[0]!.body.data);
    expect(await registration()).toMatchObject({ years: 2 });
    expect(await orders()).toHaveLength(2);
    expect(await renewalEntries()).toHaveLength(1);
    await client.register('other.com');
    for (const other of [await send(2), await send(1, 'other.com')])
      expect(outcomeOf(other)).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [0, '422 VALIDATION_FAILED'],
    [11, '422 VALIDATION_FAILED'],
    ['2', '422 VALIDATION_FAILED'],
    [9, '422 TERM_TOO_LONG'],
  ])('of %j years is rejected with %s', async (years, outcome) => {
    await client.register(DOMAIN, 2);
    const response = await renew(years);
    expect([outcomeOf(response), fieldsOf(response)]).toEqual([outcome, ['years']]);
    expect(await orders()).toHaveLength(1);
  });

  it('of a domain that the tenant does not hold is rejected', async () => {
    const other = await sandbox.tenant();
    await other.register(DOMAIN);
    expect(outcomeOf(await renew(1))).toBe('404 REGISTRATION_NOT_FOUND');
    expect(outcomeOf(await developer.post(tenantPath(other, `/domains/${DOMAIN}/renew`), { years: 1 }))).toBe(
      '404 TENANT_NOT_FOUND',
    );
    expect((await other.getRegistration(DOMAIN)).body.data.years).toBe(1);
  });
});

describe('an order in the portal', () => {
  it('has its registrant, and no term before it is paid', async () => {
    const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', country: 'GB' };
    const { order_id } = (await client.order({ domain: DOMAIN, years: 2, owner })).body.data;
    expect((await get(`/orders/${order_id}`)).body.data).toEqual({
      id: order_id,
      domain: DOMAIN,
      kind: 'registration',
      status: 'created',
      years: 2,
      currency: 'USD',
      total: 26.98,
      channel: 'api',
      created_at: expect.any(String),
      paid_at: null,
      ...UNDECIDED,
      owner,
      renews: null,
      registered_at: null,
      expires_at: null,
    });
    expect((await get(`/events?about=${order_id}`)).body.data).toEqual({ events: [] });
  });

  it('keeps its own term after a renewal, which names the order of the registration', async () => {
    const { order_id, registered_at, expires_at } = (await client.register(DOMAIN)).body.data;
    const renewal = (await renew(3)).body.data;
    expect((await get(`/orders/${order_id}`)).body.data).toMatchObject({ registered_at, expires_at, renews: null });
    expect((await get(`/orders/${renewal.order_id}`)).body.data).toMatchObject({
      kind: 'renewal',
      renews: order_id,
      registered_at,
      expires_at: renewal.expires_at,
      owner: { email: 'ada@example.com' },
    });
  });

  it('of another tenant is not found, and neither are its events', async () => {
    const other = await sandbox.tenant();
    const { order_id } = (await other.register(DOMAIN)).body.data;
    expect(outcomeOf(await get(`/orders/${order_id}`))).toBe('404 ORDER_NOT_FOUND');
    expect((await get(`/events?about=${order_id}`)).body.data).toEqual({ events: [] });
  });
});

describe('the events about an object', () => {
  it('need its ID', async () => {
    const response = await get('/events');
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['about']]);
  });
});

describe('the orders of a domain', () => {
  it('are those of exactly this domain', async () => {
    await client.register(DOMAIN);
    await client.orderOf('my-shop.co');
    await client.renewalOf(DOMAIN);
    expect(await orders()).toMatchObject([
      { domain: DOMAIN, kind: 'renewal', status: 'created' },
      { domain: DOMAIN, kind: 'registration', status: 'paid' },
    ]);
    expect((await get('/orders?exact_domain=my-shop.co')).body.data.orders).toHaveLength(1);
    expect((await get('/orders?exact_domain=my-sho')).body.data.orders).toEqual([]);
  });
});
