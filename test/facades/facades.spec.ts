import { WORLD } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { addRule } from '../support/faults.js';
import { journalOf } from '../support/journal.js';
import { sharedSandbox, type Sandbox } from '../support/sandbox.js';
import { CONTACT, Shop } from './shop.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

const openShop = async (options?: Parameters<Sandbox['tenant']>[0]) => new Shop(sandbox, await sandbox.tenant(options));

const codeOf = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('nameyard-code')];

/** Runs a request while a transaction is open, which continues with `last` when the request waits for it or has ended. */
async function duringTransaction<T>([first, last]: [string, string?], tenant: string, request: () => Promise<T>) {
  const tx = await sandbox.database.pool.connect();
  try {
    await tx.query('BEGIN');
    await tx.query(first, [tenant]);
    let hasEnded = false;
    const response = request().finally(() => (hasEnded = true));
    await eventually(async () => {
      const waiting = await sandbox.rows(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%facades%'`,
      );
      expect(hasEnded || waiting.length > 0).toBe(true);
    });
    if (last) await tx.query(last, [tenant]);
    await tx.query('COMMIT');
    return await response;
  } finally {
    tx.release();
  }
}

describe('the key of a request to a facade', () => {
  it('names its tenant, and X-Tenant must match if it is sent', async () => {
    const shop = await openShop();
    const other = await sandbox.tenant();
    const whoami = (headers: Record<string, string>) => shop.send('GET', '/v2/whoami', undefined, headers);
    const { slug } = shop.client.tenant;
    const account = { email: `${slug}@nameyard.invalid`, name: expect.any(String), plan_identifier: 'sandbox' };
    expect((await whoami({})).body.data.account).toMatchObject(account);
    expect(codeOf(await whoami({ 'x-tenant': slug }))).toEqual([200, null]);
    expect(codeOf(await whoami({ 'x-tenant': other.tenant.slug }))).toEqual([401, 'API_KEY_INVALID']);
    expect(codeOf(await whoami({ authorization: '' }))).toEqual([401, 'API_KEY_REQUIRED']);
    expect(codeOf(await whoami({ authorization: `${shop.client.headers['Authorization']}x` }))).toEqual([
      401,
      'API_KEY_INVALID',
    ]);
  });

  it('needs the permissions of all operations of the call', async () => {
    const permissions = ['sandbox.search', 'sandbox.order'];
    const shop = await openShop({ permissions });
    const { status, headers, body } = await shop.register('permitted.com');
    expect([status, headers.get('nameyard-code')]).toEqual([403, 'PERMISSION_DENIED']);
    expect(body.message).toContain('sandbox.checkout');
    expect((await shop.client.get('/api/v1/sandbox/orders')).body.data.orders).toEqual([]);
  });

  it('counts each call once, and returns rate limit headers', async () => {
    const shop = await openShop({ limit: 4 });
    const { headers } = await shop.register('limited.com');
    expect(headers.get('x-ratelimit-limit')).toBe('4');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    const refused = await shop.send('GET', '/v2/whoami');
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is refused while an operator has switched off the facade, also for worlds', async () => {
    const shop = await openShop();
    const world = new Shop(sandbox, await sandbox.world(shop.client));
    const operator = await sandbox.person({ role: 'operator' });
    const change = (facades: string[]) => operator.patch(`tenants/${shop.client.tenant.slug}`, { facades });
    expect((await change(['cloudflare'])).body.data.facades).toEqual(['cloudflare']);
    expect(codeOf(await shop.send('GET', '/v2/whoami'))).toEqual([403, 'FACADE_DISABLED']);
    expect(codeOf(await world.send('GET', '/v2/whoami'))).toEqual([403, 'FACADE_DISABLED']);
    await change(['dnsimple']);
    expect(codeOf(await world.send('GET', '/v2/whoami'))).toEqual([200, null]);
  });
});

describe('a call of a facade', () => {
  it('returns 501 after the key check if it is not supported', async () => {
    const shop = await openShop();
    const unsupported = await shop.send('DELETE', '/v2/1/webhooks/2');
    expect(codeOf(unsupported)).toEqual([501, 'FACADE_CALL_UNSUPPORTED']);
    expect(unsupported.body.message).toContain('/docs/facades');
    expect(codeOf(await shop.send('GET', '/v2/none', undefined, { authorization: 'x' }))).toEqual([
      401,
      'API_KEY_REQUIRED',
    ]);
    expect(codeOf(await shop.send('GET', '/v2/123/contacts'))).toEqual([404, 'NOT_FOUND']);
  });

  it('can have repeated slashes in its path', async () => {
    const shop = await openShop();
    expect(codeOf(await shop.send('GET', '//v2///whoami'))).toEqual([200, null]);
    expect((await fetch(`${sandbox.origin}//api/v1/sandbox/tlds`)).status).toBe(404);
  });

  it('completes the registration without a response if a rule resets the checkout', async () => {
    const shop = await openShop();
    await addRule(shop.client, { match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
    await expect(shop.register('lost.com')).rejects.toThrow('fetch failed');
    expect(await shop.domains()).toMatchObject([{ name: 'lost.com', state: 'registered' }]);
    const [row] = await journalOf(shop.client, { operation: 'checkout' });
    expect(row).toMatchObject({ facade: 'dnsimple', status: null, code: 'ANSWER_LOST', domain: 'lost.com' });
  });

  it('has changed the registrant of a domain if a rule resets the change after it', async () => {
    const shop = await openShop();
    await shop.register('mine.com');
    const [account, contact_id] = [await shop.account(), await shop.contact()];
    await addRule(shop.client, { match: { operation: 'update' }, fault: { kind: 'reset', phase: 'after' } });
    const change = { domain_id: 'mine.com', contact_id };
    await expect(shop.send('POST', `${account}/registrar/registrant_changes`, change)).rejects.toThrow('fetch failed');
    expect(await shop.domains()).toMatchObject([{ name: 'mine.com', registrant_id: contact_id }]);
    expect(codeOf(await shop.send('DELETE', `${account}/contacts/${contact_id}`))).toEqual([400, 'CONTACT_IN_USE']);
  });

  it('leaves an unpaid order, which the facade does not list, if its payment fails', async () => {
    const shop = await openShop();
    await addRule(shop.client, { match: { operation: 'checkout' }, fault: { kind: 'error', code: 'BAD_GATEWAY' } });
    expect(codeOf(await shop.register('twice.com'))).toEqual([502, 'BAD_GATEWAY']);
    expect(await shop.domains()).toEqual([]);
    const { status, body } = await shop.register('twice.com');
    expect([status, body.data.id]).toEqual([201, 1]);
    const { orders } = (await shop.client.get('/api/v1/sandbox/orders')).body.data;
    expect(orders.map((order: { status: string }) => order.status)).toEqual(['paid', 'created']);
  });

  it('applies the fault of a header to the first of its operations that supports it', async () => {
    const shop = await openShop();
    const declined = await shop.register('declined.com', { 'sandbox-fault': 'error;code=PAYMENT_DECLINED' });
    expect(codeOf(declined)).toEqual([402, 'PAYMENT_DECLINED']);
    expect(declined.headers.get('sandbox-faulted')).toBe('header');
    const unknown = await shop.register('unknown.com', { 'sandbox-fault': 'error;code=NOTHING_PENDING' });
    expect(codeOf(unknown)).toEqual([400, 'INVALID_FAULT']);
  });

  it('has one row in the journal, with the last operation that it began', async () => {
    const shop = await openShop();
    await shop.register('journal.com');
    const rows = await journalOf(shop.client);
    const last = { operation: 'checkout', facade: 'dnsimple', status: 201, domain: 'journal.com' };
    expect(rows.map(({ path, operation }) => [path, operation])).toEqual([
      ['/facades/dnsimple/v2/whoami', null],
      ['/facades/dnsimple/v2/:account/contacts', null],
      ['/facades/dnsimple/v2/whoami', null],
      ['/facades/dnsimple/v2/:account/registrar/domains/:domain/registrations', 'checkout'],
    ]);
    expect(rows.at(-1)).toMatchObject(last);
    expect(await journalOf(shop.client, { operation: 'checkout' })).toMatchObject([last]);
    await shop.client.search({ domain: 'journal.com' });
    expect((await journalOf(shop.client)).at(-1)).toMatchObject({ operation: 'search', facade: null });
  });
});

describe('an error of the Cloudflare facade', () => {
  it('uses the field names of Cloudflare', async () => {
    const { key } = await sandbox.tenant();
    const send = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key.value}`, 'content-type': 'application/json' };
      const url = `${sandbox.origin}/facades/cloudflare/client/v4/accounts${path}`;
      const response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
      return (await response.json()) as { result: { id: string }[]; errors: { message: string }[] };
    };
    const registrations = `/${(await send('GET', '')).result[0]!.id}/registrar/registrations`;
    const messages = async (method: string, path: string, body: object) =>
      (await send(method, registrations + path, body)).errors.map(({ message }) => message.split(' must ')[0]);
    const registrant = { email: 'ada', postal_info: { name: '' } };
    const name = 'contacts.registrant.postal_info.name';
    expect(await messages('POST', '', { contacts: { registrant } })).toEqual([
      'domain_name',
      name,
      name,
      'contacts.registrant.email',
    ]);
    expect(await messages('POST', '', { domain_name: 'mine.com', auto_renew: 1 })).toEqual(['auto_renew']);
    expect(await messages('PATCH', '/mine.com', {})).toEqual(['auto_renew is required']);
  });
});

describe('the Cloudflare facade', () => {
  const open = async () => {
    const client = await sandbox.tenant();
    const { key } = client;
    const send = async (method: string, path: string, body?: object, prefer?: string) => {
      const headers = { authorization: `Bearer ${key.value}`, ...(prefer && { prefer }) };
      const url = `${sandbox.origin}/facades/cloudflare/client/v4/accounts${path}`;
      const sent = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
      const response = await fetch(url, { method, headers, ...sent });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const registrar = `/${(await send('GET', '')).body.result[0].id}/registrar`;
    return { client, send, registrar };
  };

  it.each([
    ['', 'abcd', ''],
    ['direction=desc', 'dabc', ''],
    ['sort_by=registry_expires_at', 'abcd', ''],
    ['sort_by=registry_expires_at&direction=desc', 'dabc', ''],
    ['sort_by=name', 'abcd', '00-shop.com'],
    ['sort_by=name&direction=desc', 'dcba', 'zz-shop.com'],
  ])('lists each registration once while others change (%s)', async (query, order, added) => {
    const { client, send, registrar } = await open();
    await client.freeze('2030-01-01T00:00:00Z');
    for (const label of ['a', 'b', 'c']) await client.register(`${label}-shop.com`);
    await client.pay(await client.orderOf('d-shop-pending.com'));
    const page = async (cursor: string): Promise<{ label: string; next: string }> => {
      const path = `${registrar}/registrations?per_page=1&${query}&cursor=${cursor}`;
      const { result, result_info } = (await send('GET', path)).body;
      return { label: result[0].domain_name[0], next: result_info.cursor };
    };
    const first = await page('');
    // The first registration ends, and another one begins before the position of the cursor.
    if (first.label !== 'd') await client.deleteRegistration(`${first.label}-shop.com`);
    if (added) await client.register(added);
    let labels = first.label;
    for (let { next } = first; next;) {
      const read = await page(next);
      [labels, next] = [labels + read.label, read.next];
    }
    expect(labels).toBe(order);
  });

  it('refuses a cursor of a year that PostgreSQL does not have', async () => {
    const { send, registrar } = await open();
    expect((await send('GET', `${registrar}/registrations?cursor=-999999999999999_a`)).status).toBe(400);
  });

  it('pages past a registration from before 1970, which a snapshot can contain', async () => {
    const { client, send, registrar } = await open();
    const expires_at = '2099-01-01T00:00:00Z';
    const registrations = ['1950', '1960'].map(year => ({
      domain: `of-${year}.com`,
      registered_at: `${year}-01-01T00:00:00Z`,
      expires_at,
    }));
    await client.raw({ method: 'PUT', path: WORLD, body: { version: 1, registrations } });
    const { result_info } = (await send('GET', `${registrar}/registrations?per_page=1`)).body;
    const { result } = (await send('GET', `${registrar}/registrations?per_page=1&cursor=${result_info.cursor}`)).body;
    expect(result).toMatchObject([{ domain_name: 'of-1960.com' }]);
  });

  it('applies and confirms the preference respond-async in any letter case', async () => {
    const { send, registrar } = await open();
    const applied = async (domain_name: string, prefer: string) => {
      const { status, headers } = await send('POST', `${registrar}/registrations`, { domain_name }, prefer);
      return [status, headers.get('preference-applied')];
    };
    expect(await applied('one-shop.com', 'respond-async')).toEqual([202, 'respond-async']);
    expect(await applied('two-shop.com', 'wait=10, Respond-Async; x=1')).toEqual([202, 'respond-async']);
    expect(await applied('three-shop.com', 'wait=10')).toEqual([201, null]);
    expect(await applied('pending-shop.com', 'respond-async')).toEqual([202, 'respond-async']);
    expect(await applied('google.com', 'respond-async')).toEqual([409, null]);
  });

  it('finds an extension by its name, and lists extensions in both directions', async () => {
    const { send, registrar } = await open();
    const extensions = async (query: string) => (await send('GET', `${registrar}/extensions?${query}`)).body.result;
    const metadata = { name: 'co.uk', tld: 'uk' };
    expect(await extensions('name=co.uk')).toEqual([expect.objectContaining({ metadata })]);
    expect(await extensions('name=nowhere')).toEqual([]);
    const names = (await extensions('per_page=50')).map((each: { metadata: typeof metadata }) => each.metadata.name);
    expect(names).toEqual(names.toSorted());
    const [last] = await extensions('direction=desc&sort_by=created_at&per_page=1');
    expect(last.metadata.name > names.at(-1)).toBe(true);
    expect((await send('GET', `${registrar}/extensions?sort_by=registry_created_at`)).status).toBe(400);
  });

  it('ignores extensions that are not supported in searches', async () => {
    const { send, registrar } = await open();
    const names = async (query: string) =>
      (await send('GET', `${registrar}/domain-search?q=my-shop&${query}`)).body.result.domains.map(
        (domain: { name: string }) => domain.name,
      );
    expect(await names('extensions=nowhere&extensions=IO&extensions=.net')).toEqual(['my-shop.io', 'my-shop.net']);
    expect(await names('extensions=nowhere')).toEqual([]);
    expect((await names('extensions=')).length).toBeGreaterThan(1);
  });

  it.each(['x', [], 0])('does not buy for the default registrant when contacts is %j', async contacts => {
    const { send, registrar } = await open();
    const { status, body } = await send('POST', `${registrar}/registrations`, { domain_name: 'shop.com', contacts });
    expect([status, body.errors[0].message]).toEqual([400, 'contacts must be an object']);
  });

  it('names the fields of a postal address, which can be null', async () => {
    const { send, registrar } = await open();
    const messages = async (postal_info: object | null) => {
      const registrant = { email: 'ada@example.com', phone: '+1.5555550123', postal_info };
      const request = { domain_name: 'postal-shop.com', years: null, contacts: { registrant } };
      const { status, body } = await send('POST', `${registrar}/registrations`, request);
      return [status, ...body.errors.map(({ message }: { message: string }) => message.split(' must ')[0])];
    };
    const [info, address] = ['contacts.registrant.postal_info', 'contacts.registrant.postal_info.address'];
    expect(await messages(null)).toEqual([400, `${info}.name`, `${info}.name`]);
    const invalid = { organization: 5, address: { street: 5, country_code: 'XX' } };
    expect(await messages({ name: 'Ada Lovelace', ...invalid })).toEqual(
      expect.arrayContaining([400, `${info}.organization`, `${address}.street`, `${address}.country_code`]),
    );
    expect(await messages({ name: 'Ada Lovelace', address: null })).toEqual([201]);
  });

  it('says what is wrong with a name in one sentence', async () => {
    const { send, registrar } = await open();
    const message = async (domain_name: string) =>
      (await send('POST', `${registrar}/registrations`, { domain_name })).body.errors[0].message;
    expect(await message('my_shop.com')).toMatch(/^A domain must not contain an underscore/);
    expect(await message('premium-shop.com')).toBe('domain_name is a premium domain, which this API does not register');
  });
});

describe('the list of domains of the DNSimple facade', () => {
  it('is sorted by name, or by the fields of sort', async () => {
    const shop = await openShop();
    await shop.client.freeze('2030-01-01T00:00:00Z');
    await shop.client.register('c.com', 2);
    await shop.client.freeze('2030-01-02T00:00:00Z');
    await shop.client.register('b.com');
    await shop.client.register('a.com');
    const names = async (query: string) => (await shop.domains(query)).map(({ name }) => name);
    expect(await names('')).toEqual(['a.com', 'b.com', 'c.com']);
    expect(await names('?sort=name:desc')).toEqual(['c.com', 'b.com', 'a.com']);
    expect(await names('?sort=expiration:desc,name:desc')).toEqual(['c.com', 'b.com', 'a.com']);
    expect(await names('?sort=expiration:DESC,name')).toEqual(['c.com', 'a.com', 'b.com']);
  });

  it('rejects a sort field, a direction and a registrant that do not exist', async () => {
    const shop = await openShop();
    const invalid = async (query: string) =>
      (await shop.send('GET', `${await shop.account()}/domains?${query}`)).body.errors;
    expect(await invalid('sort=name:asc,size:asc')).toEqual({ sort: [expect.any(String)] });
    for (const sort of ['name:up', 'name:asc:desc'])
      expect(await invalid(`sort=${sort}`)).toEqual({ sort: [expect.any(String)] });
    expect(await invalid('registrant_id=ada')).toEqual({ registrant_id: ['must be the number of a contact'] });
  });
});

describe('a purchase of the DNSimple facade', () => {
  it.each([[[]], [[{ period: 2 }]], ['x'], [1]])('renews nothing with the body %j', async body => {
    const shop = await openShop();
    await shop.client.register('mine.com');
    const path = `${await shop.account()}/registrar/domains/mine.com/renewals`;
    const refused = await shop.send('POST', path, body);
    expect([refused.status, refused.body.errors]).toEqual([400, { body: ['must be a JSON object'] }]);
    expect((await shop.send('POST', path)).body.data).toMatchObject({ id: 1, period: 1 });
  });

  it.each([[[100_000]], [true]])('does not accept %j as a price', async premium_price => {
    const shop = await openShop();
    const registrant_id = await shop.contact();
    const path = `${await shop.account()}/registrar/domains/my-premium-shop.com/registrations`;
    const { status, body } = await shop.send('POST', path, { registrant_id, premium_price });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['premium_price']]);
  });

  it('was updated when the registry decided', async () => {
    const shop = await openShop();
    await shop.client.freeze('2030-01-01T00:00:00Z');
    await shop.register('my-pending.com');
    const path = `${await shop.account()}/registrar/domains/my-pending.com`;
    const times = async (purchase: string) => {
      const { created_at, updated_at } = (await shop.send('GET', `${path}/${purchase}`)).body.data;
      return [created_at, updated_at];
    };
    expect(await times('registrations/1')).toEqual(['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z']);
    await shop.client.advance({ by: 'P1D' });
    expect(await times('registrations/1')).toEqual(['2030-01-01T00:00:00Z', '2030-01-01T00:00:10Z']);
    await shop.send('POST', `${path}/renewals`);
    expect(await times('renewals/1')).toEqual(['2030-01-02T00:00:00Z', '2030-01-02T00:00:00Z']);
  });
});

describe('an error of the DNSimple facade', () => {
  it('names domain_id if a registrant change lacks it', async () => {
    const shop = await openShop();
    const changes = `${await shop.account()}/registrar/registrant_changes`;
    for (const path of [changes, `${changes}/check`]) {
      const { status, body } = await shop.send('POST', path, { contact_id: await shop.contact() });
      expect([status, body.errors]).toEqual([400, { domain_id: ['must be the name or the number of a domain'] }]);
    }
  });

  it('has all messages of a field', async () => {
    const shop = await openShop();
    await shop.client.register('served.com');
    const path = `${await shop.account()}/registrar/domains/served.com/delegation`;
    const { errors } = (await shop.send('PUT', path, ['192.0.2.1', 'ns1'])).body;
    expect(errors.nameservers).toEqual(['An IP address is not a domain.', expect.stringContaining('two labels')]);
  });

  it('uses the field names of DNSimple in its message', async () => {
    const shop = await openShop();
    const registrant_id = await shop.contact();
    const message = async (path: string, body: object) =>
      (await shop.send('POST', `${await shop.account()}/registrar/domains/${path}`, body)).body.message;
    await shop.client.register('mine.com');
    expect(await message('mine.com/renewals', { period: 0 })).toBe('Invalid fields: period.');
    expect(await message('mine.com/renewals', { period: 10 })).toMatch(/^period must be fewer/);
    expect(await message('my-premium-shop.com/registrations', { registrant_id })).toMatch(/^premium_price is required/);
    const extended_attributes = { us_nexus: 'C1', us_purpose: 'P9' };
    expect(await message('mine.us/registrations', { registrant_id, extended_attributes })).toBe(
      'Invalid fields: us_nexus, us_purpose.',
    );
    const notObject = { registrant_id, extended_attributes: 'C11' };
    expect(await message('mine.us/registrations', notObject)).toBe('Invalid fields: extended_attributes.');
    const cheap = { registrant_id, premium_price: '1.00' };
    expect(await message('my-premium-shop.com/registrations', cheap)).toMatch(/^premium_price is less than/);
  });
});

describe('contacts and numeric IDs', () => {
  it('are found by their number only', async () => {
    const shop = await openShop();
    await shop.register('found.com');
    const path = `${await shop.account()}/registrar/domains`;
    for (const id of ['0x1', '1.0', '%201'])
      expect((await shop.send('GET', `${path}/found.com/registrations/${id}`)).status).toBe(404);
    const { status, body } = await shop.send('POST', `${path}/list.com/registrations`, { registrant_id: [1] });
    expect([status, body.errors]).toEqual([400, { registrant_id: ['must be the number of a contact'] }]);
  });

  it.each([[[]], ['x'], [1]])('are not changed by the body %j', async body => {
    const shop = await openShop();
    const path = `${await shop.account()}/contacts/${await shop.contact()}`;
    expect((await shop.send('PATCH', path, body as never)).status).toBe(400);
    expect((await shop.send('PATCH', path, { first_name: 'Grace' })).body.data.first_name).toBe('Grace');
  });

  it('keeps the fields of all concurrent changes of a contact', async () => {
    const shop = await openShop();
    const path = `${await shop.account()}/contacts/${await shop.contact()}`;
    const changes = ['label', 'job_title', 'organization_name', 'address2', 'city', 'fax'].map(field => ({
      [field]: 'new',
    }));
    await Promise.all(changes.map(change => shop.send('PATCH', path, change)));
    expect((await shop.send('GET', path)).body.data).toMatchObject(Object.assign({}, ...changes));
  });

  it('are not deleted if an order begins to use them at the same time', async () => {
    const shop = await openShop();
    await shop.register('used.com');
    const path = `${await shop.account()}/contacts/${await shop.contact()}`;
    const lock = 'SELECT FROM facades.contacts WHERE tenant_id = $1 AND id = 2 FOR KEY SHARE';
    const use = 'UPDATE facades.contact_uses SET contact_id = 2 WHERE tenant_id = $1';
    const send = () => shop.send('DELETE', path);
    const deleted = await duringTransaction([lock, use], shop.client.tenant.id, send);
    expect(codeOf(deleted)).toEqual([400, 'CONTACT_IN_USE']);
    expect((await shop.send('GET', path)).status).toBe(200);
  });

  it('are not named by a domain that was ordered while they were deleted', async () => {
    const shop = await openShop();
    const deletion = 'DELETE FROM facades.contacts WHERE tenant_id = $1';
    const [registrant_id, account] = [await shop.contact(), await shop.account()];
    const register = () => shop.send('POST', `${account}/registrar/domains/late.com/registrations`, { registrant_id });
    const registered = await duringTransaction([deletion], shop.client.tenant.id, register);
    expect(registered.status).toBe(201);
    expect(await shop.domains()).toMatchObject([{ name: 'late.com', registrant_id: null }]);
  });

  it('can be deleted while their world is restored', async () => {
    const shop = await openShop();
    await shop.register('used.com');
    const lock = 'SELECT FROM facades.contacts WHERE tenant_id = $1 FOR UPDATE';
    const deletion = 'DELETE FROM facades.contact_uses WHERE tenant_id = $1';
    const restore = () => shop.client.raw({ method: 'PUT', path: WORLD, body: { version: 1 } });
    expect((await duringTransaction([lock, deletion], shop.client.tenant.id, restore)).status).toBe(200);
  });

  it.each(['reset', 'restored'])('can be added while their world is %s', async change => {
    const shop = await openShop();
    await shop.contact();
    const body = { version: 1, contacts: [{ ...CONTACT, id: 2 }] };
    const count = `UPDATE facades.last_numbers SET last = 2 WHERE tenant_id = $1 AND kind = 'contact'`;
    const copy = `INSERT INTO facades.contacts SELECT tenant_id, 2, details, created_at, updated_at
      FROM facades.contacts WHERE tenant_id = $1 AND id = 1`;
    const request = change === 'reset' ? { method: 'DELETE', path: WORLD } : { method: 'PUT', path: WORLD, body };
    const changed = await duringTransaction([count, copy], shop.client.tenant.id, () => shop.client.raw(request));
    expect(changed.status).toBe(200);
    expect(await shop.contact()).toBe(change === 'reset' ? 1 : 3);
    expect(await shop.contact()).toBe(change === 'reset' ? 2 : 4);
  });

  it('can be assigned while their world is reset', async () => {
    const shop = await openShop();
    await shop.register('first.com');
    const count = `UPDATE facades.last_numbers SET last = 2 WHERE tenant_id = $1 AND kind = 'domain'`;
    const assign = `INSERT INTO facades.numbers (tenant_id, kind, key, id) VALUES ($1, 'domain', 'second.com', 2)`;
    const reset = () => shop.client.raw({ method: 'DELETE', path: WORLD });
    await duringTransaction([count, assign], shop.client.tenant.id, reset);
    for (const id of [1, 2]) expect((await shop.register(`new-${id}.com`)).body.data.domain_id).toBe(id);
  });

  it('lists contacts in pages, sorted by several fields', async () => {
    const shop = await openShop();
    const path = `${await shop.account()}/contacts`;
    for (const label of ['b', 'a', 'b']) await shop.send('PATCH', `${path}/${await shop.contact()}`, { label });
    const page = async (query: string) => {
      const { data, pagination } = (await shop.send('GET', `${path}?${query}`)).body;
      return [data.map(({ id }: { id: number }) => id), pagination.total_entries];
    };
    expect(await page('')).toEqual([[1, 2, 3], 3]);
    expect(await page('sort=id:desc')).toEqual([[3, 2, 1], 3]);
    expect(await page('sort=label,id:desc&per_page=2')).toEqual([[2, 3], 3]);
    expect(await page('sort=label:desc&per_page=2&page=2')).toEqual([[2], 3]);
  });

  it('are kept by copies and snapshots, and removed by a reset', async () => {
    const shop = await openShop();
    await shop.register('kept.com');
    const copy = new Shop(sandbox, await sandbox.world(shop.client, { from: 'copy' }));
    const domain = { name: 'kept.com', id: 1, registrant_id: 1 };
    expect(await copy.domains()).toMatchObject([domain]);
    expect(await copy.contact()).toBe(2);
    const snapshot = (await copy.client.get(WORLD)).body.data;
    expect(snapshot.contacts).toMatchObject([
      { id: 1, first_name: 'Ada', orders: [snapshot.orders[0].order_id] },
      { id: 2 },
    ]);
    await copy.client.raw({ method: 'DELETE', path: WORLD });
    expect(await copy.domains()).toEqual([]);
    expect(await copy.contact()).toBe(1);
    const restored = await copy.client.raw({ method: 'PUT', path: WORLD, body: snapshot });
    expect(restored.status).toBe(200);
    expect(await copy.domains()).toMatchObject([domain]);
    expect(await copy.contact()).toBe(3);
  });

  it('have numbers up to 2147483647 in a snapshot', async () => {
    const shop = await openShop();
    const restore = (id: number) =>
      shop.client.raw({ method: 'PUT', path: WORLD, body: { version: 1, contacts: [{ ...CONTACT, id }] } });
    for (const id of [0, 2 ** 31])
      expect((await restore(id)).body.error.details).toEqual([
        { field: 'contacts.0.id', message: 'must be an integer from 1 to 2147483647' },
      ]);
    const id = 2 ** 31 - 1;
    expect((await restore(id)).status).toBe(200);
    const account = await shop.account();
    expect((await shop.send('GET', `${account}/contacts/${id}`)).body.data.id).toBe(id);
    const register = { registrant_id: id };
    expect((await shop.send('POST', `${account}/registrar/domains/big.com/registrations`, register)).status).toBe(201);
    expect(await shop.domains(`?registrant_id=${id}`)).toMatchObject([{ name: 'big.com', registrant_id: id }]);
    expect(await shop.domains(`?registrant_id=${id + 1}`)).toEqual([]);
    expect(codeOf(await shop.send('GET', `${account}/contacts/${id + 1}`))).toEqual([404, 'CONTACT_NOT_FOUND']);
    expect(codeOf(await shop.send('POST', `${account}/contacts`, CONTACT))).toEqual([400, 'NUMBERS_USED_UP']);
  });
});
