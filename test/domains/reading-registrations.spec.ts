import { ADA, type Client, REGISTRATIONS } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => sandbox.clock.reset());

const DEFAULTS = {
  nameservers: ['ns1.nameyard.example', 'ns2.nameyard.example'],
  locked: true,
  auto_renew: false,
  privacy: false,
  payment_method: 'test',
  verification_due_at: null,
  suspended: false,
};

/** An undecided registration, which reserves the domain. */
const reserve = (domain: string) =>
  sandbox.rows(`INSERT INTO domains.registrations (tenant_id, domain, tld, order_id) VALUES ($1, $2, 'com', 'ord_1')`, [
    client.tenant.id,
    domain,
  ]);

describe('GET /registrations/{domain}', () => {
  it('returns the registration with its years', async () => {
    const { order_id, registered_at, expires_at } = (await client.register('example.co.uk', 3)).body.data;
    const { status, body } = await client.getRegistration('example.co.uk');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      domain: 'example.co.uk',
      tld: 'co.uk',
      status: 'registered',
      order_id,
      years: 3,
      registered_at,
      expires_at,
      ...DEFAULTS,
      contact: ADA,
      meta: { source: 'nameyard-sandbox' },
    });
  });

  it.each([' Example.COM. ', 'EXAMPLE.com'])('normalizes %j', async domain => {
    await client.register('example.com');
    expect((await client.getRegistration(domain)).body.data.domain).toBe('example.com');
  });

  it('accepts Unicode', async () => {
    await client.register('bücher.de');
    expect((await client.getRegistration('Bücher.de')).body.data.domain).toBe('xn--bcher-kva.de');
  });

  it('returns expired from the expiry on; the domain stays taken', async () => {
    const order = await client.orderOf('example.com');
    sandbox.clock.set('2028-02-29T12:00:00Z');
    await client.pay(order);
    const statusAt = async (time: string) => {
      sandbox.clock.set(time);
      return (await client.getRegistration('example.com')).body.data;
    };
    expect(await statusAt('2029-02-28T11:59:30Z')).toMatchObject({ status: 'registered', years: 1 });
    expect(await statusAt('2029-02-28T12:00:30Z')).toMatchObject({ status: 'expired', years: 1 });
    expect(await client.statusOf('example.com')).toBe('taken');
  });

  it('returns 404 REGISTRATION_NOT_FOUND for domains that the tenant does not hold', async () => {
    await (await sandbox.tenant()).register('theirs.com');
    await client.orderOf('ordered.com');
    await reserve('undecided.com');
    for (const domain of ['theirs.com', 'ordered.com', 'undecided.com', 'google.com', 'free.com'])
      expect(outcomeOf(await client.getRegistration(domain))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it.each([
    ['exa mple.com', '422 INVALID_DOMAIN'],
    ['www.example.com', '422 INVALID_DOMAIN'],
    ['127.0.0.1', '422 INVALID_DOMAIN'],
    ['com', '422 INVALID_DOMAIN'],
    ['shop.example', '422 unsupported_tld'],
  ])('has the same error for %j as a search', async (domain, outcome) => {
    const [read, searched] = [await client.getRegistration(domain), await client.search({ domain })];
    expect(outcomeOf(read)).toBe(outcome);
    expect(read.body.error).toEqual(searched.body.error);
  });
});

describe('GET /registrations', () => {
  const list = async (query?: Record<string, string | number>) => {
    const { status, body } = await client.get(REGISTRATIONS, query);
    expect(status).toBe(200);
    return body.data;
  };
  const domains = async (query?: Record<string, string | number>) =>
    (await list(query)).registrations.map(({ domain }: { domain: string }) => domain);

  it('returns the registrations of the tenant only, newest first, as GET /registrations/{domain} does', async () => {
    await (await sandbox.tenant()).register('theirs.com');
    for (const domain of ['one.com', 'two.com']) await client.register(domain, 2);
    const { registrations, ...page } = await list();
    expect(page).toEqual({ next: null, meta: { source: 'nameyard-sandbox' } });
    const single = await Promise.all(['two.com', 'one.com'].map(domain => client.getRegistration(domain)));
    expect(single.map(({ body }) => body.data)).toEqual(
      registrations.map((each: object) => expect.objectContaining(each)),
    );
  });

  it('returns the members but the contact', async () => {
    await client.register('example.com');
    const { contact: _contact, meta: _meta, ...members } = (await client.getRegistration('example.com')).body.data;
    expect((await list()).registrations).toEqual([members]);
    expect(members).toMatchObject(DEFAULTS);
  });

  it('leaves out undecided registrations, whose domains are taken', async () => {
    await reserve('undecided.com');
    await client.register('example.com');
    expect(await domains()).toEqual(['example.com']);
    expect(await domains({ status: 'registered', limit: 1 })).toEqual(['example.com']);
    expect(await domains({ domain: 'undecided' })).toEqual([]);
    expect(await client.statusOf('undecided.com')).toBe('taken');
  });

  it('is paginated, also when the last domain of a page was removed in the meantime', async () => {
    for (const name of ['one', 'two', 'three']) await client.register(`${name}.com`);
    const first = await list({ limit: 2 });
    expect(first.registrations.map(({ domain }: { domain: string }) => domain)).toEqual(['three.com', 'two.com']);
    await sandbox.rows(`DELETE FROM domains.registrations WHERE tenant_id = $1 AND domain = 'two.com'`, [
      client.tenant.id,
    ]);
    const last = await list({ limit: 2, after: first.next });
    expect(last).toMatchObject({ registrations: [{ domain: 'one.com' }], next: null });
  });

  it('returns every registration once when many have the same time', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `name-${n}.com`);
    for (const name of names) await client.register(name);
    await sandbox.rows(`UPDATE domains.registrations SET registered_at = now() WHERE tenant_id = $1`, [
      client.tenant.id,
    ]);
    const seen: string[] = [];
    for (let after = ''; after !== null;) {
      const page = await list({ limit: 2, after });
      seen.push(...page.registrations.map(({ domain }: { domain: string }) => domain));
      after = page.next;
    }
    expect(seen.toSorted()).toEqual(names);
  });

  it('finds the newest of very many expired registrations', async () => {
    await client.register('late.com', 2);
    await sandbox.rows(
      `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
       SELECT $1, 'old-' || n || '.com', 'com', 'ord_' || n, time, time + interval '1 year'
       FROM generate_series(1, 100100) AS n, LATERAL (SELECT '2020-01-01Z'::timestamptz + n * interval '1 second') t (time)`,
      [client.tenant.id],
    );
    const newest = ['old-100100.com', 'old-100099.com'];
    const expired = await list({ status: 'expired', limit: 2 });
    expect(expired.registrations).toMatchObject(newest.map(domain => ({ domain })));
    expect(await domains({ status: 'expired', limit: 1, after: expired.next })).toEqual(['old-100098.com']);
    expect(await domains({ expires_before: '2028-01-01T00:00:00Z', limit: 2 })).toEqual(newest);
    expect(await domains({ expires_before: '2021-01-01T00:00:10Z', domain: 'old-', limit: 1 })).toHaveLength(1);
  });

  it('filters by status, expiry and the start of the domain', async () => {
    const orders = [await client.orderOf('short-shop.com', 1), await client.orderOf('long-shop.com', 5)];
    sandbox.clock.set('2027-01-01T00:00:00Z');
    for (const order of orders) await client.pay(order);
    // Before the release 30 days after the expiry, which the worker would carry out between the requests.
    sandbox.clock.set('2028-01-15T00:00:00Z');
    expect(await domains({ status: 'expired' })).toEqual(['short-shop.com']);
    expect(await domains({ status: 'registered' })).toEqual(['long-shop.com']);
    expect(await domains({ expires_before: '2030-01-01T00:00:00Z' })).toEqual(['short-shop.com']);
    expect(await domains({ expires_before: '2032-06-01T00:00:00+23:59' })).toHaveLength(2);
    expect(await domains({ domain: 'Long-', expires_before: '2040-01-01T00:00:00Z' })).toEqual(['long-shop.com']);
    for (const domain of ['long-shop.com.', 'LONG-SHOP。com'])
      expect(await domains({ domain })).toEqual(['long-shop.com']);
    expect(await domains({ domain: 'long', status: 'expired' })).toEqual([]);
  });

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['status', 'taken'],
    ['after', 'example.com'],
    ['after', '1_'],
    ['expires_before', '2030-01-01'],
    ['expires_before', 'soon'],
  ])('returns 422 for %s=%j', async (field, value) => {
    const response = await client.get(REGISTRATIONS, { [field]: value });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(fieldsOf(response)).toEqual([field]);
  });
});
