import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { outcomeOf } from '../support/outcome.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'seven rabbits under a kettle';
const HIDDEN = expect.not.stringMatching(/ny_pat_\w{10}/);

let sandbox: Sandbox;
let operator: PortalClient;
let developer: PortalClient;
let first: Client;
let second: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { defaultRateLimit: 40 } });
  first = await sandbox.tenant();
  second = await sandbox.tenant();
  operator = await sandbox.person({ role: 'operator' });
  developer = await sandbox.person({ role: 'developer', tenants: [first, second] });
});

/** A token as operators see it. */
const tokenOf = async (person: PortalClient, id: string) =>
  (await operator.get(`people/${person.credentials.id}/tokens`)).body.data.tokens.find(
    (token: { id: string }) => token.id === id,
  );

const slugsIn = (body: { data: { tenants: { slug: string }[] } }) => body.data.tenants.map(({ slug }) => slug).sort();

describe('access token', () => {
  it('is shown once, and lists its use', async () => {
    const made = await developer.confirmed('tokens', { name: ' Terraform ', tenants: [first.tenant.slug], days: 7 });
    const { token, value } = made.body.data;
    expect(made.status).toBe(201);
    expect(value).toMatch(/^ny_pat_[0-9A-Za-z]{38}$/);
    expect(token).toMatchObject({ name: 'Terraform', tenants: [first.tenant.slug], last_used_at: null });
    expect(token.hint).toBe(`ny_pat_${value.slice(7, 11)}…${value.slice(35, 39)}`);
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(7 * DAY_MS);
    const headers = { Authorization: `Bearer ${value}` };
    expect((await sandbox.visitor().get('session', headers)).body.data).toMatchObject({
      email: developer.credentials.email,
      tenants: [{ slug: first.tenant.slug }],
    });
    const listed = await developer.get('tokens');
    expect(listed.text).toEqual(HIDDEN);
    expect(listed.body.data.tokens[0]).toMatchObject({ id: token.id, last_used_at: expect.any(String) });
    expect((await operator.get('tokens')).body.data.tokens).toEqual([]);
    const [row] = await sandbox.rows('SELECT * FROM identity.tokens WHERE id = $1', [token.id]);
    expect(JSON.stringify(row)).not.toContain(value);
  });

  it('has the tenants of its person, limited to its own', async () => {
    const limited = await developer.token({ tenants: [first.tenant.slug] });
    expect(slugsIn((await limited.get('tenants')).body)).toEqual([first.tenant.slug]);
    expect(outcomeOf(await limited.get(tenantPath(second)))).toBe('404 TENANT_NOT_FOUND');
    const full = await developer.token();
    expect(slugsIn((await full.get('tenants')).body)).toEqual([first.tenant.slug, second.tenant.slug].sort());
    const { id } = developer.credentials;
    await operator.confirmed(`people/${id}`, { tenants: [second.tenant.slug] }, 'PATCH');
    expect(slugsIn((await limited.get('tenants')).body)).toEqual([]);
    expect(outcomeOf(await limited.get(tenantPath(first)))).toBe('404 TENANT_NOT_FOUND');
    expect(slugsIn((await full.get('tenants')).body)).toEqual([second.tenant.slug]);
    await operator.confirmed(`people/${id}`, { tenants: [first.tenant.slug, second.tenant.slug] }, 'PATCH');
    await developer.startSession();
  });

  it('of an operator reaches the installation only without a list of tenants', async () => {
    const limited = await operator.token({ tenants: [first.tenant.slug] });
    expect((await limited.patch(tenantPath(first), { name: 'Renamed' })).status).toBe(200);
    expect(outcomeOf(await limited.patch(tenantPath(second), { name: 'Renamed' }))).toBe('404 TENANT_NOT_FOUND');
    expect(slugsIn((await limited.get('tenants')).body)).toEqual([first.tenant.slug]);
    for (const path of ['audit', 'people']) expect(outcomeOf(await limited.get(path))).toBe('403 TOKEN_LIMITED');
    expect(outcomeOf(await limited.post('tenants', { slug: 'another' }))).toBe('403 TOKEN_LIMITED');
    const full = await operator.token();
    expect((await full.get('audit')).status).toBe(200);
    expect((await full.post('tenants', { slug: 'another' })).status).toBe(201);
  });

  it('replaces cookies and the check of the origin', async () => {
    const token = await developer.token({ tenants: [first.tenant.slug] });
    const foreign = { Origin: 'https://example.com', Cookie: operator.cookie };
    const path = tenantPath(first, '/keys');
    const made = await token.post(path, { name: 'CI', scope: 'sandbox' }, foreign);
    expect(made.status).toBe(201);
    expect(made.headers['set-cookie']).toBeUndefined();
    expect(outcomeOf(await token.get('audit', foreign))).toBe('403 OPERATORS_ONLY');
    // A session does not help a token that is not valid.
    const invalid = { Authorization: `Bearer ${token.value.slice(0, -1)}` };
    expect(outcomeOf(await operator.get('people', invalid))).toBe('401 TOKEN_INVALID');
    // A proxy may add other credentials to the requests of browsers.
    expect((await operator.get('people', { Authorization: 'Basic YTpi' })).status).toBe(200);
    expect(outcomeOf(await operator.post('tokens', { name: 'x' }, { Origin: 'https://example.com' }))).toBe(
      '403 FOREIGN_ORIGIN',
    );
  });

  it('is refused at once when it is revoked or expired, or its person is disabled', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [first] });
    const [revoked, expired, last] = [await person.token(), await person.token({ days: 1 }), await person.token()];
    expect(outcomeOf(await operator.post(`tokens/${revoked.id}/revoke`))).toBe('404 TOKEN_NOT_FOUND');
    expect((await revoked.get('tenants')).status).toBe(200);
    const answer = await person.post(`tokens/${revoked.id}/revoke`);
    expect(answer.body.data).toMatchObject({ status: 'revoked' });
    const again = await person.post(`tokens/${revoked.id}/revoke`);
    expect(again.body.data.revoked_at).toBe(answer.body.data.revoked_at);
    await sandbox.rows('UPDATE identity.tokens SET expires_at = now() WHERE id = $1', [expired.id]);
    for (const token of [revoked, expired]) {
      const refused = await token.get('tenants');
      expect(outcomeOf(refused)).toBe('401 TOKEN_INVALID');
      expect(refused.headers['www-authenticate']).toBe('Bearer realm="portal", error="invalid_token"');
    }
    expect((await last.get('tenants')).status).toBe(200);
    await operator.patch(`people/${person.credentials.id}`, { disabled: true });
    expect(outcomeOf(await last.get('tenants'))).toBe('401 TOKEN_INVALID');
  });

  it('ends with every change of the credentials, which says how many were revoked', async () => {
    const link = async ({ credentials: { id } }: PortalClient) => {
      const { body } = await operator.confirmed(`people/${id}/link`);
      const [, token] = body.data.url.split('#');
      return sandbox.visitor().post('links/use', { token, password: PASSWORD });
    };
    const change = ({ credentials: { id } }: PortalClient, body: object) =>
      operator.confirmed(`people/${id}`, body, 'PATCH');
    const changes: [name: string, change: (person: PortalClient) => Promise<HttpResponse>][] = [
      ['password', person => person.confirmed('password', { password: PASSWORD })],
      ['everywhere', person => person.delete('sessions')],
      ['reset', ({ credentials: { id } }) => operator.confirmed(`people/${id}/password`)],
      ['link', link],
      ['factors', ({ credentials: { id } }) => operator.confirmed(`people/${id}/reset-factors`)],
      ['disabled', person => change(person, { disabled: true })],
    ];
    for (const [name, end] of changes) {
      const person = await sandbox.person({ role: 'developer', tenants: [first] });
      const [token, other, revoked] = [
        await person.token(),
        await person.token({ read_only: true }),
        await person.token(),
      ];
      await person.post(`tokens/${revoked.id}/revoke`);
      expect([name, (await end(person)).body.data]).toEqual([name, expect.objectContaining({ revoked_tokens: 2 })]);
      for (const { id } of [token, other])
        expect(await tokenOf(person, id)).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
      if (name === 'disabled') await change(person, { disabled: false });
      expect([name, outcomeOf(await token.get('session'))]).toEqual([name, '401 TOKEN_INVALID']);
      const [entry] = await sandbox.rows(
        `SELECT after FROM platform.audit WHERE subject = $1 AND after ? 'revoked_tokens' ORDER BY position LIMIT 1`,
        [person.credentials.id],
      );
      expect([name, entry.after.revoked_tokens]).toEqual([name, 2]);
    }
  });

  it('survives changes of roles and tenants, and changes that change nothing', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [first] });
    const token = await person.token();
    const { id } = person.credentials;
    for (const body of [{ disabled: false }, { tenants: [first.tenant.slug, second.tenant.slug] }]) {
      const answer = await operator.confirmed(`people/${id}`, body, 'PATCH');
      expect(answer.body.data.revoked_tokens).toBe(0);
    }
    expect((await token.get('session')).status).toBe(200);
  });

  it('is not created while a change of the credentials is being written', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [first] });
    const { id } = person.credentials;
    const tx = await sandbox.database.pool.connect();
    try {
      await tx.query('BEGIN');
      await tx.query('UPDATE identity.people SET generation = generation + 1 WHERE id = $1', [id]);
      await tx.query('DELETE FROM identity.sessions WHERE person_id = $1', [id]);
      const creation = person.confirmed('tokens', { name: 'late' });
      await eventually(async () =>
        expect(
          await sandbox.rows(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).not.toEqual([]),
      );
      await tx.query('COMMIT');
      expect(outcomeOf(await creation)).toBe('403 CONFIRMATION_REQUIRED');
    } finally {
      tx.release(true);
    }
    expect(await sandbox.rows('SELECT FROM identity.tokens WHERE person_id = $1', [id])).toEqual([]);
  });

  it('that is read-only sends only GET and HEAD requests', async () => {
    const token = await operator.token({ read_only: true });
    expect((await token.get(tenantPath(first))).status).toBe(200);
    expect((await token.call({ method: 'HEAD', path: tenantPath(first) })).status).toBe(200);
    const refused = [
      await token.patch(tenantPath(first), { name: 'Renamed' }),
      await token.post('tenants', { slug: 'read-only' }),
      await token.delete(tenantPath(first, '/faults')),
      await token.put(tenantPath(first, '/clock'), { mode: 'running' }),
    ];
    expect(refused.map(outcomeOf)).toEqual(Array(4).fill('403 TOKEN_READ_ONLY'));
    expect(refused[0]!.body.error.message).toContain('GET and HEAD');
    expect(await tokenOf(operator, token.id)).toMatchObject({ read_only: true });
  });

  it('is listed and revoked by operators, who leave an entry in the audit log', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [first] });
    const token = await person.token({ name: 'Left behind' });
    const path = `people/${person.credentials.id}/tokens`;
    const listed = await operator.get(path);
    expect(listed.text).toEqual(HIDDEN);
    expect(listed.body.data.tokens).toMatchObject([{ id: token.id, name: 'Left behind', status: 'active' }]);
    for (const call of [() => person.get(path), () => person.post(`${path}/${token.id}/revoke`)])
      expect(outcomeOf(await call())).toBe('403 OPERATORS_ONLY');
    expect(outcomeOf(await operator.post(`people/${operator.credentials.id}/tokens/${token.id}/revoke`))).toBe(
      '404 TOKEN_NOT_FOUND',
    );
    expect(outcomeOf(await operator.get('people/usr_none/tokens'))).toBe('404 ACCOUNT_NOT_FOUND');
    expect((await operator.post(`${path}/${token.id}/revoke`)).body.data).toMatchObject({ status: 'revoked' });
    expect(outcomeOf(await token.get('session'))).toBe('401 TOKEN_INVALID');
    const [entry] = (await operator.get('audit?action=token.revoke')).body.data.entries;
    expect(entry).toMatchObject({
      actor: operator.credentials.email,
      subject: token.id,
      after: { name: 'Left behind', email: person.credentials.email },
    });
  });

  it('has a limit of requests per minute', async () => {
    const token = await operator.token();
    const { headers } = await token.get('registrar');
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '40', 'x-ratelimit-remaining': '39' });
    await Promise.all(Array.from({ length: 39 }, () => token.get('registrar')));
    const refused = await token.get('registrar');
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    expect(refused.body.error.message).toMatch(/^The access token is limited to 40 requests per minute/);
    expect((await operator.get('registrar')).headers['ratelimit']).toBeUndefined();
  });

  it('is created only for visible tenants, for at most a year, and 50 times', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [first] });
    const { slug } = first.tenant;
    const tries = [
      { name: 'x', tenants: [slug, second.tenant.slug] },
      { name: 'x', tenants: [(await sandbox.world(first)).tenant.slug] },
      { name: 'x', days: 366 },
      { name: 'x', days: 0 },
      { name: '' },
      { name: 'x', tenants: [] },
    ];
    const outcomes = [];
    for (const body of tries) outcomes.push(outcomeOf(await person.confirmed('tokens', body)));
    expect(outcomes).toEqual([
      '404 TENANT_NOT_FOUND',
      '404 TENANT_NOT_FOUND',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
    ]);
    for (let count = 0; count < 50; count++) await person.token();
    expect(outcomeOf(await person.confirmed('tokens', { name: 'x' }))).toBe('409 TOO_MANY_TOKENS');
  });
});
