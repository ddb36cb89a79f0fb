import { ADA, type Client, REGISTRY } from '../support/client.js';
import { eventsOf } from '../support/events.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const DOMAIN = 'example.com';
const UNVERIFIED = { ...ADA, email: 'unverified@example.com' };

const read = async (domain = DOMAIN) => (await client.getRegistration(domain)).body.data;
const update = (body: unknown, domain = DOMAIN) => client.updateRegistration(domain, body);
const verify = (domain = DOMAIN) => client.raw({ path: `${REGISTRY}/verify`, body: { domain } });
const transferOut = (auth_code: unknown, domain = DOMAIN) =>
  client.raw({ path: `${REGISTRY}/transfer-out`, body: { domain, auth_code } });
const statusOf = async (order: string) => (await client.getOrder(order)).body.data.status;

/** Type and data of the events after the registration. */
const events = async () =>
  (await eventsOf(sandbox, client))
    .slice(1)
    .map(({ type, body }) => [type, body.data] as [string, Record<string, unknown>]);
const types = async () => (await events()).map(([type]) => type);

describe('PATCH /registrations/{domain}', () => {
  const CHANGES = {
    nameservers: [' NS1.Example.ORG. ', 'ns2.bücher.internal'],
    locked: false,
    auto_renew: true,
    privacy: true,
    payment_method: 'test_declined',
    contact: { ...ADA, last_name: 'King', phone: '+44 20 7946 0958' },
  };

  it('sets the members, returns the registration as read, and names them in domain.updated', async () => {
    const { order_id, registered_at, expires_at } = (await client.register(DOMAIN)).body.data;
    const { status, body } = await update(CHANGES);
    const nameservers = ['ns1.example.org', 'ns2.xn--bcher-kva.internal'];
    expect([status, body.data]).toEqual([200, await read()]);
    expect(body.data).toMatchObject({ ...CHANGES, nameservers });
    const data = { order_id, domain: DOMAIN, tld: 'com', status: 'registered', registered_at, expires_at };
    expect(await events()).toEqual([
      ['domain.updated', { ...data, changed: Object.keys(CHANGES), tenant: client.tenant.slug }],
    ]);
    expect((await client.getOrder(order_id)).body.data.owner).toEqual(ADA);
  });

  it('names only the members that have new values', async () => {
    await client.register(DOMAIN);
    await update({ contact: { ...ADA, country: 'GB' }, privacy: false, locked: false });
    const [[, { changed }]] = (await events()) as [[string, { changed: string[] }]];
    expect(changed).toEqual(['locked', 'contact']);
  });

  it('changes and announces nothing if all values are the present ones', async () => {
    await client.register(DOMAIN);
    const before = await read();
    const { nameservers, locked, contact } = before;
    const { status, body } = await update({ contact, nameservers, locked, payment_method: 'test' });
    expect([status, body.data]).toEqual([200, before]);
    expect(await events()).toEqual([]);
  });

  it.each([
    [{}, 'body'],
    [{ colour: 'blue', locked: false }, 'colour'],
    [{ suspended: false }, 'suspended'],
    [{ locked: null }, 'locked'],
    [{ locked: false, contact: null }, 'contact'],
    [{ nameservers: null }, 'nameservers'],
    [{ payment_method: null }, 'payment_method'],
    [{ locked: 'false' }, 'locked'],
    [{ payment_method: 'card' }, 'payment_method'],
    [{ contact: { first_name: 'Ada', last_name: 'Lovelace' } }, 'contact.email'],
    [{ nameservers: ['ns1.example.com'] }, 'nameservers'],
    [{ nameservers: Array.from({ length: 14 }, (_, n) => `ns${n}.example.com`) }, 'nameservers'],
    [{ nameservers: ['ns1.example.com', 'NS1.example.com.'] }, 'nameservers'],
    [{ nameservers: ['ns1.example.com', 'localhost'] }, 'nameservers.1'],
    [{ nameservers: ['192.0.2.1', 'ns1.example.com'] }, 'nameservers.0'],
    [{ nameservers: ['2001:db8::1', 'ns1.example.com'] }, 'nameservers.0'],
    [{ nameservers: ['ns1.example.com', 7] }, 'nameservers.1'],
    [{ nameservers: 'ns1.example.com' }, 'nameservers'],
  ])('returns 422 for %j', async (body, field) => {
    await client.register(DOMAIN);
    const before = await read();
    const response = await update({ auto_renew: Object.keys(body).length > 0 || undefined, ...body });
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', [field]]);
    expect([await read(), await events()]).toEqual([before, []]);
  });

  it('accepts 13 name servers', async () => {
    await client.register(DOMAIN);
    const nameservers = Array.from({ length: 13 }, (_, n) => `ns${13 - n}.example.com`);
    expect((await update({ nameservers })).body.data.nameservers).toEqual(nameservers);
  });

  it('refuses privacy under us', async () => {
    await client.register('example.us');
    const response = await update({ locked: false, privacy: true }, 'example.us');
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['privacy']]);
    expect(await read('example.us')).toMatchObject({ locked: true, privacy: false });
    expect(outcomeOf(await update({ privacy: false }, 'example.us'))).toBe('200');
  });

  it('requires the fields of the TLD of a contact if the tenant is strict', async () => {
    await client.register('example.us');
    await client.setRegistry({ strict_owners: true });
    const response = await update({ contact: { ...ADA, extra: { us_nexus: 'C13' } } }, 'example.us');
    expect(fieldsOf(response)).toEqual(['contact.extra.us_nexus', 'contact.extra.us_purpose']);
    const contact = { ...ADA, extra: { us_nexus: 'C11', us_purpose: 'P1' } };
    const valid = await update(
      { contact: { ...contact, extra: { ...contact.extra, ca_legal_type: 'CCT' } } },
      'example.us',
    );
    expect(valid.body.data.contact).toEqual(contact);
  });

  it.each([
    ['free.com', '404 REGISTRATION_NOT_FOUND'],
    ['example.invalid', '422 unsupported_tld'],
  ])('of %s returns %s', async (domain, outcome) => {
    await (await sandbox.tenant()).register('free.com');
    expect(outcomeOf(await update({ locked: false }, domain))).toBe(outcome);
  });

  it('returns the first response to a repeated idempotency key', async () => {
    await client.register(DOMAIN);
    const key = { 'X-Idempotency-Key': 'key-1' };
    const first = await client.updateRegistration(DOMAIN, { locked: false }, key);
    await update({ locked: true, privacy: true });
    const again = await client.updateRegistration(DOMAIN, { locked: false }, key);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await read()).toMatchObject({ locked: true });
    expect(outcomeOf(await client.updateRegistration('other.com', { locked: false }, key))).toBe(
      '422 IDEMPOTENCY_KEY_REUSED',
    );
    expect((await client.deleteRegistration(DOMAIN, key)).status).toBe(200);
  });

  it('announces one of fifty equal changes, which all return 200', async () => {
    await client.register(DOMAIN);
    const responses = await concurrently(50, () => retryUnavailable(() => update({ locked: false })));
    expect(countOutcomes(responses)).toEqual({ 200: 50 });
    expect(await types()).toEqual(['domain.updated']);
  });
});

describe('DELETE /registrations/{domain}', () => {
  it('refunds a recent registration and frees the domain at once', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    const { order_id, registered_at, expires_at } = (await client.register(DOMAIN, 2)).body.data;
    await client.advance({ by: 'PT119H59M59S' });
    const { status, body } = await client.deleteRegistration(DOMAIN);
    const deleted_at = '2030-01-05T23:59:59.000Z';
    const refund = { currency: 'USD', total: 26.98 };
    expect([status, body.data]).toEqual([
      200,
      { domain: DOMAIN, deleted_at, refund, meta: { source: 'nameyard-sandbox' } },
    ]);
    const data = { order_id, domain: DOMAIN, tld: 'com', status: 'deleted', registered_at, expires_at };
    expect(await events()).toEqual([['domain.deleted', { ...data, refund, tenant: client.tenant.slug }]]);
    expect(await statusOf(order_id)).toBe('refunded');
    expect([outcomeOf(await client.getRegistration(DOMAIN)), await client.statusOf(DOMAIN)]).toEqual([
      '404 REGISTRATION_NOT_FOUND',
      'available',
    ]);
    expect((await client.register(DOMAIN)).body.data.order_id).not.toBe(order_id);
  });

  it('refunds nothing 120 hours after the registration', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    const { order_id } = (await client.register(DOMAIN)).body.data;
    await client.advance({ by: 'PT120H' });
    expect((await client.deleteRegistration(DOMAIN)).body.data.refund).toBeNull();
    expect(await statusOf(order_id)).toBe('paid');
    expect((await events()).at(-1)).toEqual(['domain.deleted', expect.objectContaining({ refund: null })]);
  });

  it('does not refund renewals, and registrations without an order', async () => {
    await client.register(DOMAIN);
    const renewal = await client.renewalOf(DOMAIN);
    await client.pay(renewal);
    expect((await client.deleteRegistration(DOMAIN)).body.data.refund.total).toBe(11.99);
    expect(await statusOf(renewal)).toBe('paid');
    await sandbox.rows(
      `INSERT INTO domains.registrations (tenant_id, domain, tld, registered_at, expires_at)
       VALUES ($1, 'bare.com', 'com', now(), now() + interval '1 year')`,
      [client.tenant.id],
    );
    expect((await client.deleteRegistration('bare.com')).body.data.refund).toBeNull();
  });

  it('returns the first response to a repeated idempotency key, and 404 otherwise', async () => {
    await client.register(DOMAIN);
    const key = { 'X-Idempotency-Key': 'key-1' };
    const first = await client.deleteRegistration(DOMAIN, key);
    expect((await client.deleteRegistration(DOMAIN, key)).text).toBe(first.text);
    expect(outcomeOf(await client.deleteRegistration(DOMAIN))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it('takes effect once if fifty come at once', async () => {
    const { order_id } = (await client.register(DOMAIN)).body.data;
    const responses = await concurrently(50, () => retryUnavailable(() => client.deleteRegistration(DOMAIN)));
    expect(countOutcomes(responses)).toEqual({ 200: 1, '404 REGISTRATION_NOT_FOUND': 49 });
    expect([await types(), await statusOf(order_id)]).toEqual([['domain.deleted'], 'refunded']);
  });
});

describe('a transfer to another registrar', () => {
  it('needs the auth code of the unlocked domain, which stays the same', async () => {
    const { order_id } = (await client.register(DOMAIN)).body.data;
    expect(outcomeOf(await client.getAuthCode(DOMAIN))).toBe('409 DOMAIN_LOCKED');
    expect(outcomeOf(await transferOut('code'))).toBe('409 DOMAIN_LOCKED');
    await update({ locked: false });
    const { auth_code } = (await client.getAuthCode(DOMAIN)).body.data;
    expect(auth_code).toMatch(/^[A-Za-z0-9]{16}$/);
    await client.pay(await client.renewalOf(DOMAIN));
    expect((await client.getAuthCode(DOMAIN)).body.data).toMatchObject({ domain: DOMAIN, auth_code });
    expect(outcomeOf(await transferOut(`${auth_code}x`))).toBe('422 INVALID_AUTH_CODE');
    const { status, body } = await transferOut(auth_code);
    expect([status, body.data]).toMatchObject([200, { domain: DOMAIN, transferred_at: expect.any(String) }]);
    expect((await events()).at(-1)).toEqual([
      'domain.transferred_away',
      expect.objectContaining({ order_id, domain: DOMAIN, status: 'transferred_away' }),
    ]);
    expect([await statusOf(order_id), await client.statusOf(DOMAIN)]).toEqual(['paid', 'available']);
    expect(outcomeOf(await transferOut(auth_code))).toBe('404 REGISTRATION_NOT_FOUND');
    expect(outcomeOf(await client.getAuthCode(DOMAIN))).toBe('404 REGISTRATION_NOT_FOUND');
  });

  it('has another code for each registration', async () => {
    const codes = new Set<string>();
    for (const domain of ['one.com', 'two.com', 'one.com']) {
      await client.deleteRegistration(domain);
      await client.register(domain);
      await update({ locked: false }, domain);
      codes.add((await client.getAuthCode(domain)).body.data.auth_code);
    }
    expect(codes.size).toBe(3);
  });

  it.each([[{ domain: DOMAIN }], [{ domain: DOMAIN, auth_code: '' }], [{ domain: DOMAIN, auth_code: 'c', x: 1 }]])(
    'returns 422 for %j',
    async body => {
      const response = await client.raw({ path: `${REGISTRY}/transfer-out`, body });
      expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    },
  );
});

describe('an unverified email address of a contact', () => {
  beforeEach(async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    await client.register(DOMAIN);
  });

  const DUE = '2030-01-16T00:00:00.000Z';
  const state = async () => {
    const { verification_due_at, suspended } = await read();
    return [verification_due_at, suspended];
  };
  const suspend = () =>
    sandbox.rows('UPDATE domains.registrations SET suspended = true WHERE tenant_id = $1', [client.tenant.id]);

  it('must be verified within 15 days', async () => {
    expect((await update({ contact: UNVERIFIED })).body.data).toMatchObject({
      verification_due_at: DUE,
      suspended: false,
    });
    expect(await events()).toMatchObject([
      ['domain.updated', { changed: ['contact'] }],
      ['domain.verification_due', { domain: DOMAIN, status: 'registered', due_at: DUE }],
    ]);
  });

  it('starts a new period with another such address, but not with other changes', async () => {
    await update({ contact: UNVERIFIED });
    await client.advance({ by: 'P1D' });
    await update({ contact: { ...UNVERIFIED, last_name: 'King' } });
    expect(await state()).toEqual([DUE, false]);
    await update({ contact: { ...UNVERIFIED, email: 'Unverified-2@example.com' } });
    expect(await state()).toEqual(['2030-01-17T00:00:00.000Z', false]);
    expect((await types()).filter(type => type === 'domain.verification_due')).toHaveLength(2);
  });

  it.each(['is verified', 'is replaced by a verified one'])('has no effect any more when it %s', async how => {
    await update({ contact: UNVERIFIED });
    await suspend();
    const end = () => (how === 'is verified' ? verify() : update({ contact: ADA }));
    const { status, body } = await end();
    expect([status, body.data]).toEqual([200, await read()]);
    expect(await state()).toEqual([null, false]);
    expect((await events()).at(-1)).toEqual([
      'domain.verified',
      expect.objectContaining({ domain: DOMAIN, status: 'registered' }),
    ]);
    const known = (await types()).length;
    await end();
    expect(await types()).toHaveLength(known);
  });

  it('need not be verified under a TLD with a country code', async () => {
    await client.register('example.us');
    await update({ contact: UNVERIFIED }, 'example.us');
    expect((await read('example.us')).verification_due_at).toBeNull();
  });

  it('is verified once if fifty requests come at once', async () => {
    await update({ contact: UNVERIFIED });
    const responses = await concurrently(50, () => retryUnavailable(() => verify()));
    expect(countOutcomes(responses)).toEqual({ 200: 1, '404 NOTHING_PENDING': 49 });
    expect((await types()).filter(type => type === 'domain.verified')).toHaveLength(1);
  });

  it.each([DOMAIN, 'free.com'])('of %s that is not pending cannot be verified', async domain => {
    expect(outcomeOf(await verify(domain))).toBe('404 NOTHING_PENDING');
  });
});
