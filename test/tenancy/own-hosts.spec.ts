import { randomBytes } from 'node:crypto';
import type { HostView } from '#tenancy/contract';
import type { Client } from '../support/client.js';
import { DnsServer } from '../support/dns-server.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { outcomeOf, retryUnavailable } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let dns: DnsServer;
let sandbox: Sandbox;
let peer: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  dns = await DnsServer.start();
  const settings = {
    dnsServers: [dns.address],
    storefrontDomain: 'sandbox.example.com',
    publicHosts: ['nameyard.example.org'],
  };
  sandbox = await startSandbox({ settings });
  peer = await startSandbox({ settings: { ...settings, trustedProxies: ['127.0.0.1'] }, peerOf: sandbox });
  operator = await sandbox.person({ role: 'operator' });
});

afterEach(async () => {
  dns.fail(false);
  for (const process of [sandbox, peer]) process.clock.reset();
  await operator.startSession();
});

const newName = () => `shop-${randomBytes(4).toString('hex')}.example`;
const pathOf = (client: Client, rest = '') => tenantPath(client, `/hosts${rest}`);
const publish = ({ txt_record: { name, value } }: HostView) => dns.set(name, 'v=spf1 -all', value);
const withdraw = ({ txt_record: { name } }: HostView) => dns.set(name);
/** Also logs the operator in again, because sessions expire. */
async function advance(time: { minutes?: number; hours?: number; days?: number }): Promise<void> {
  for (const process of [sandbox, peer]) process.clock.advance(time);
  await operator.startSession();
}

async function add(client: Client, host = newName()): Promise<HostView> {
  const { status, body, text } = await operator.post(pathOf(client), { host });
  if (status !== 201) throw new Error(text);
  return body.data;
}

async function act(client: Client, { host }: HostView, action: 'check' | 'verify'): Promise<HostView> {
  const { status, body, text } = await operator.post(pathOf(client, `/${host}/${action}`));
  if (status !== 200) throw new Error(text);
  return body.data;
}

async function find(client: Client, { host }: HostView): Promise<HostView> {
  const { hosts } = (await operator.get(pathOf(client))).body.data;
  return hosts.find((each: HostView) => each.host === host);
}

async function verified(client: Client): Promise<HostView> {
  const host = await add(client);
  publish(host);
  return act(client, host, 'check');
}

const outcomeAt = async (Host: string, process = sandbox) =>
  outcomeOf(await process.call({ path: '/api/v1/sandbox/domains/search', headers: { Host }, body: {} }));

/** `error.docs` of a response to a request with these headers. */
const docsAt = async (headers: Record<string, string>, process = sandbox): Promise<string> =>
  (await process.call({ path: '/api/v1/sandbox/domains/search', headers, body: {} })).body.error.docs;

describe('error.docs', () => {
  const PATH = '/docs/errors#API_KEY_REQUIRED';

  it('is a URL at a public host and at a loopback address', async () => {
    expect(await docsAt({})).toBe(`${sandbox.origin}${PATH}`);
    expect(await docsAt({ Host: 'localhost:8080' })).toBe(`http://localhost:8080${PATH}`);
    expect(await docsAt({ Host: '[::1]:3000' })).toBe(`http://[::1]:3000${PATH}`);
    expect(await docsAt({ Host: 'Nameyard.Example.org' })).toBe(`http://nameyard.example.org${PATH}`);
  });

  it('has the protocol that a trusted proxy forwards', async () => {
    const headers = { Host: 'nameyard.example.org', 'X-Forwarded-Proto': 'https' };
    expect(await docsAt(headers, peer)).toBe(`https://nameyard.example.org${PATH}`);
    expect(await docsAt(headers)).toBe(`http://nameyard.example.org${PATH}`);
    expect(await docsAt({ ...headers, 'X-Forwarded-Proto': 'javascript' }, peer)).toBe(PATH);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'nameyard.example.org.evil.example'])(
    'is a path at the unknown host %s',
    async Host => {
      expect(await docsAt({ Host })).toBe(PATH);
      expect(await docsAt({ Host: 'nameyard.example.org', 'X-Forwarded-Host': Host })).not.toContain('evil');
    },
  );
});

/** Whether a host shows a storefront: the API responds with 421 there. */
const showsStorefront = async (host: string, process = sandbox) =>
  (await outcomeAt(host, process)) === '421 MISDIRECTED_REQUEST';

const auditOf = async ({ host }: HostView) =>
  (await sandbox.rows('SELECT action, actor FROM platform.audit WHERE subject = $1 ORDER BY position', [host])).map(
    ({ action, actor }) => `${action} ${actor}`,
  );

describe('own host', () => {
  it('is pending until its TXT record is found, then shows the storefront in every process', async () => {
    const client = await sandbox.tenant();
    const host = await add(client, 'Shop.Bücher.example.');
    expect(host).toEqual({
      host: 'shop.xn--bcher-kva.example',
      state: 'pending',
      verified_by: null,
      reason: null,
      txt_record: {
        name: '_nameyard.shop.xn--bcher-kva.example',
        value: expect.stringMatching(/^nameyard-verification=[a-z0-9]{32}$/),
      },
      created_at: expect.any(String),
      checked_at: null,
      seen_at: null,
      verified_at: null,
      lapsed_at: null,
    });
    const missing = await act(client, host, 'check');
    expect(missing).toMatchObject({ state: 'pending', seen_at: null, checked_at: expect.any(String) });
    expect(missing.reason).toBe(`DNS has no TXT record at ${host.txt_record.name}.`);
    expect(await showsStorefront(host.host)).toBe(false);
    publish(host);
    const found = await act(client, host, 'check');
    expect(found).toMatchObject({ state: 'verified', verified_by: 'dns', reason: null });
    expect([found.seen_at, found.verified_at]).toEqual([found.checked_at, found.checked_at]);
    for (const process of [sandbox, peer])
      await eventually(
        async () => expect(await showsStorefront(host.host.toUpperCase(), process)).toBe(true),
        NOTIFICATION_MS,
      );
    expect((await operator.get('tenants')).body.data.tenants).toContainEqual(
      expect.objectContaining({ slug: client.tenant.slug, host: host.host }),
    );
  });

  it('is not verified by another text or the token of another tenant', async () => {
    const [one, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const host = await add(one);
    const foreign = await add(other, host.host);
    dns.set(host.txt_record.name, host.txt_record.value.slice(0, -1), `${host.txt_record.value} `);
    expect((await act(one, host, 'check')).reason).toMatch(/has another value/);
    publish(foreign);
    expect(await act(one, host, 'check')).toMatchObject({ state: 'pending' });
  });

  it('is verified by the worker within minutes', async () => {
    const client = await sandbox.tenant();
    const host = await add(client);
    publish(host);
    await advance({ minutes: 4 });
    await eventually(async () => expect(await find(client, host)).toMatchObject({ state: 'verified' }));
    expect(await auditOf(host)).toEqual([`host.add ${operator.credentials.email}`, 'host.verify worker']);
  });

  it('lapses when its TXT record is missing for 72 hours, and is verified again when it is back', async () => {
    const client = await sandbox.tenant();
    const host = await verified(client);
    withdraw(host);
    await advance({ hours: 25 });
    await eventually(async () => expect((await find(client, host)).reason).toMatch(/no TXT record/));
    expect(await find(client, host)).toMatchObject({ state: 'verified' });
    await advance({ hours: 71.5 });
    expect(await act(client, host, 'check')).toMatchObject({ state: 'verified' });
    await advance({ hours: 1 });
    await eventually(async () =>
      expect(await find(client, host)).toMatchObject({
        state: 'lapsed',
        verified_by: null,
        verified_at: null,
        lapsed_at: expect.any(String),
      }),
    );
    await eventually(async () => expect(await showsStorefront(host.host)).toBe(false), NOTIFICATION_MS);
    publish(host);
    await advance({ minutes: 4 });
    await eventually(async () => expect(await find(client, host)).toMatchObject({ state: 'verified' }));
    expect((await auditOf(host)).slice(-2)).toEqual(['host.lapse worker', 'host.verify worker']);
  });

  it('stays verified when DNS fails at the first check after 100 hours', async () => {
    const client = await sandbox.tenant();
    const host = await verified(client);
    dns.fail();
    await advance({ hours: 100 });
    const failed = await act(client, host, 'check');
    expect(failed).toMatchObject({ state: 'verified', reason: expect.stringContaining('lookup') });
    dns.fail(false);
    expect(await act(client, host, 'check')).toMatchObject({ state: 'verified', reason: null });
  });

  it('is checked only on demand after 30 days without a TXT record', async () => {
    const client = await sandbox.tenant();
    const host = await add(client);
    await advance({ days: 31 });
    await eventually(async () => expect((await find(client, host)).checked_at).not.toBeNull());
    publish(host);
    const [row] = await sandbox.rows('SELECT check_at FROM tenancy.hosts WHERE host = $1', [host.host]);
    expect(row.check_at).toBeNull();
    expect(await act(client, host, 'check')).toMatchObject({ state: 'verified' });
  });

  it.each(['dns', 'operator'] as const)(
    'verified by %s is taken over by a newer TXT record of another tenant',
    async verifiedBy => {
      const [one, other] = [await sandbox.tenant(), await sandbox.tenant()];
      const host = verifiedBy === 'dns' ? await verified(one) : await add(one);
      if (verifiedBy === 'operator') await act(one, host, 'verify');
      const wanted = await add(other, host.host);
      expect(wanted.txt_record.value).not.toBe(host.txt_record.value);
      expect(await act(other, wanted, 'check')).toMatchObject({ state: 'pending' });
      expect(outcomeOf(await operator.post(pathOf(other, `/${host.host}/verify`)))).toBe('409 HOST_TAKEN');
      publish(wanted);
      expect(await act(other, wanted, 'check')).toMatchObject({ state: 'verified', verified_by: 'dns', reason: null });
      const lost = { state: 'lapsed', verified_by: null, verified_at: null, lapsed_at: expect.any(String) };
      const reason = expect.stringMatching(/^Another tenant has verified this host\./);
      expect(await find(one, host)).toMatchObject({ ...lost, reason });
      expect(await act(one, host, 'check')).toMatchObject({ ...lost, reason });
      const { email } = operator.credentials;
      expect((await auditOf(host)).slice(-2)).toEqual([`host.lose ${email}`, `host.verify ${email}`]);
      const [loss, gain] = await sandbox
        .rows('SELECT tenant_id, after FROM platform.audit WHERE subject = $1 ORDER BY position DESC LIMIT 2', [
          host.host,
        ])
        .then(rows => rows.toReversed());
      expect(loss).toMatchObject({ tenant_id: one.tenant.id, after: { state: 'lapsed', taken_by: other.tenant.id } });
      expect(gain).toMatchObject({
        tenant_id: other.tenant.id,
        after: { state: 'verified', taken_from: one.tenant.id },
      });
      const hostsOfNewOwner = async () => (await operator.get(tenantPath(other, '/storefront'))).body.data.hosts;
      expect(await hostsOfNewOwner()).toContain(host.host);
      await eventually(async () => expect(await showsStorefront(host.host)).toBe(true), NOTIFICATION_MS);
    },
  );

  it('is taken over by the worker', async () => {
    const [one, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const host = await verified(one);
    const wanted = await add(other, host.host);
    publish(wanted);
    await advance({ minutes: 4 });
    await eventually(async () => expect(await find(other, wanted)).toMatchObject({ state: 'verified' }));
    expect((await auditOf(host)).slice(-2)).toEqual(['host.lose worker', 'host.verify worker']);
    const { checked_at } = await find(one, host);
    await advance({ hours: 30 });
    await eventually(async () => expect((await find(one, host)).checked_at).not.toBe(checked_at));
    expect(await find(one, host)).toMatchObject({ state: 'lapsed', reason: expect.stringMatching(/^Another tenant/) });
  });

  it('does not alternate between two records that stay in DNS, and is taken back when only the old record is left', async () => {
    const clients = [await sandbox.tenant(), await sandbox.tenant()] as const;
    const host = await verified(clients[0]);
    const wanted = await add(clients[1], host.host);
    dns.set(host.txt_record.name, host.txt_record.value, wanted.txt_record.value);
    await act(clients[1], wanted, 'check');
    for (let round = 0; round < 3; round++) {
      expect(await act(clients[0], host, 'check')).toMatchObject({ state: 'lapsed' });
      expect(await act(clients[1], wanted, 'check')).toMatchObject({ state: 'verified' });
    }
    publish(host);
    expect(await act(clients[0], host, 'check')).toMatchObject({ state: 'verified', reason: null });
    expect(await find(clients[1], wanted)).toMatchObject({ state: 'lapsed' });
  });

  it('has one owner when several tenants verify it at the same time, also in two processes', async () => {
    const clients = [await sandbox.tenant(), await sandbox.tenant(), await sandbox.tenant()];
    for (let round = 0; round < 10; round++) {
      const name = newName();
      const hosts = await Promise.all(clients.map(client => add(client, name)));
      if (round % 2) await act(clients[2]!, hosts[2]!, 'verify');
      dns.set(hosts[0]!.txt_record.name, ...hosts.map(({ txt_record }) => txt_record.value));
      const onPeer = peer.portalOf(operator);
      const check = (client: Client) =>
        Promise.all([operator, onPeer].map(portal => portal.post(pathOf(client, `/${name}/check`))));
      const responses = (await Promise.all(clients.map(check))).flat();
      expect(responses.map(outcomeOf)).toEqual(responses.map(() => '200'));
      const states = await Promise.all(clients.map((client, index) => find(client, hosts[index]!)));
      expect(states.filter(({ state }) => state === 'verified')).toMatchObject([{ verified_by: 'dns' }]);
      for (const client of clients) await operator.delete(pathOf(client, `/${name}`));
    }
  });

  it('is checked by one of several workers', async () => {
    const client = await sandbox.tenant();
    const hosts: HostView[] = [];
    for (let n = 0; n < 10; n++) hosts.push(await add(client));
    hosts.forEach(publish);
    dns.queries.splice(0);
    await advance({ minutes: 4 });
    await eventually(async () => {
      const { body } = await operator.get(pathOf(client));
      expect(body.data.hosts.map(({ state }: HostView) => state)).toEqual(hosts.map(() => 'verified'));
    });
    const records = hosts.map(({ txt_record }) => txt_record.name);
    // A lookup whose answer is late is repeated.
    expect(new Set(dns.queries.filter(name => records.includes(name)))).toEqual(new Set(records));
    for (const host of hosts)
      expect(await auditOf(host)).toEqual([`host.add ${operator.credentials.email}`, 'host.verify worker']);
  });

  it('can be verified by operators, and then is not checked', async () => {
    const client = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const host = await add(client);
    expect(outcomeOf(await developer.post(pathOf(client, `/${host.host}/verify`)))).toBe('403 OPERATORS_ONLY');
    expect(await act(client, host, 'verify')).toMatchObject({ state: 'verified', verified_by: 'operator' });
    const { body } = await operator.get(`tenants/${client.tenant.slug}/storefront`);
    expect(body.data.hosts).toContain(host.host);
    await advance({ days: 40 });
    dns.queries.splice(0);
    expect(await act(client, host, 'check')).toMatchObject({ state: 'verified', checked_at: null });
    expect(dns.queries).not.toContain(host.txt_record.name);
  });

  it('shows no storefront after it is removed', async () => {
    const client = await sandbox.tenant();
    const host = await verified(client);
    await eventually(async () => expect(await showsStorefront(host.host)).toBe(true), NOTIFICATION_MS);
    expect(outcomeOf(await operator.delete(pathOf(client, `/${host.host}`)))).toBe('200');
    await eventually(async () => expect(await showsStorefront(host.host)).toBe(false), NOTIFICATION_MS);
    expect(outcomeOf(await operator.delete(pathOf(client, `/${host.host}`)))).toBe('404 HOST_NOT_FOUND');
  });

  it('is added once, and a tenant has at most 10', async () => {
    const client = await sandbox.tenant();
    const { host } = await add(client);
    expect(outcomeOf(await operator.post(pathOf(client), { host: host.toUpperCase() }))).toBe('409 HOST_EXISTS');
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => retryUnavailable(() => operator.post(pathOf(client), { host: newName() }))),
    );
    expect(responses.map(outcomeOf).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => '201'),
      ...Array.from({ length: 3 }, () => '409 TOO_MANY_HOSTS'),
    ]);
  });

  it.each([
    ['192.0.2.1', 'IP address'],
    ['[2001:db8::1]', 'IPv6 address'],
    ['2001:db8::1', 'IPv6 address'],
    ['0x7f.1', 'IP address'],
    ['localhost', 'local machine'],
    ['shop.localhost', 'local machine'],
    ['shop', 'two labels'],
    ['shop.example.com:8443', 'port'],
    ['https://shop.example.com', 'scheme'],
    ['shop.example.com/path', 'path'],
    ['shop_.example.com', 'underscore'],
    ['Nameyard.Example.org', 'installation itself'],
    ['sandbox.example.com', 'belong to the installation'],
    ['a.b.sandbox.example.com', 'belong to the installation'],
  ])('cannot be %s', async (host, reason) => {
    const client = await sandbox.tenant();
    for (const response of [
      await operator.post(pathOf(client), { host }),
      await operator.post('tenants', { slug: `t-${randomBytes(4).toString('hex')}`, host }),
    ]) {
      expect(outcomeOf(response)).toBe('422 INVALID_HOST');
      expect(response.body.error.message).toContain(reason);
    }
  });
});

describe('hosts that show a storefront without being added', () => {
  it.each(['{slug}.localhost', '{SLUG}.LocalHost.', '{slug}.localhost:3000', '{slug}.sandbox.example.com'])(
    'include %s',
    async pattern => {
      const { slug } = (await sandbox.tenant()).tenant;
      const host = pattern.replace('{slug}', slug).replace('{SLUG}', slug.toUpperCase());
      expect(await showsStorefront(host)).toBe(true);
    },
  );

  it('cause a warning at startup when they are below STOREFRONT_DOMAIN and PUBLIC_HOSTS is not set', async () => {
    const settings = { storefrontDomain: 'example.com', publicHosts: [] };
    const process = await startSandbox({ settings, peerOf: sandbox });
    await process.stop();
    const warning = expect.objectContaining({ level: 'warn', msg: expect.stringMatching(/without PUBLIC_HOSTS/) });
    expect(process.log).toContainEqual(warning);
    expect(sandbox.log).not.toContainEqual(warning);
  });

  it('are read from X-Forwarded-Host of trusted proxies only', async () => {
    const { slug } = (await sandbox.tenant()).tenant;
    const path = '/api/v1/sandbox/domains/search';
    const headers = { Host: 'localhost', 'X-Forwarded-Host': `${slug}.localhost` };
    const responses = [await sandbox.call({ path, headers }), await peer.call({ path, headers })];
    expect(responses.map(outcomeOf)).toEqual(['401 API_KEY_REQUIRED', '421 MISDIRECTED_REQUEST']);
  });

  it('include those of a suspended tenant', async () => {
    const client = await sandbox.tenant();
    await operator.patch(tenantPath(client), { suspended: true });
    expect(await showsStorefront(`${client.tenant.slug}.localhost`)).toBe(true);
  });

  it('do not include names of the installation, unknown slugs and names with more labels', async () => {
    await Promise.all(['www', 'api', 'portal', 'docs'].map(slug => sandbox.tenant({ slug })));
    const { slug } = (await sandbox.tenant()).tenant;
    for (const host of [
      'localhost',
      'nameyard.example.org',
      'sandbox.example.com',
      'nobody.sandbox.example.com',
      'nobody.localhost',
      `a.${slug}.sandbox.example.com`,
      `a.${slug}.localhost`,
      `${slug}.example.com`,
      ...['www', 'api', 'portal', 'docs'].map(label => `${label}.sandbox.example.com`),
      '127.0.0.1',
      '[::1]:3000',
    ])
      expect([host, await outcomeAt(host)]).toEqual([host, '401 API_KEY_REQUIRED']);
  });
});
