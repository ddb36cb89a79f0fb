import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { fieldsOf, outcomeOf, retryUnavailable } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const read = async () => (await developer.get(tenantPath(client, '/clock'))).body.data;
const set = (body: object) => developer.put(tenantPath(client, '/clock'), body);
const advance = (body: object) => developer.post(tenantPath(client, '/clock/advance'), body);

describe('the clock in the portal', () => {
  it('can be frozen, which dates the next registration, and lists what happened when it is advanced', async () => {
    expect(await read()).toEqual({ mode: 'real', now: expect.any(String), offset_seconds: 0, moving_to: null });
    const now = '2030-01-01T00:00:00.000Z';
    const { status, body } = await set({ mode: 'frozen', now });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ mode: 'frozen', now, happened: [], more: 0 });
    expect(await read()).toMatchObject({ mode: 'frozen', now, moving_to: null });
    expect((await client.register('example.com')).body.data.registered_at).toBe(now);
    expect((await advance({ by: 'P1Y' })).body.data).toMatchObject({
      now: '2031-01-01T00:00:00.000Z',
      happened: [
        { at: '2030-12-02T00:00:00.000Z', type: 'domain.expiring', domain: 'example.com' },
        { at: '2031-01-01T00:00:00.000Z', type: 'domain.expired', domain: 'example.com' },
      ],
      more: 0,
    });
  });

  it('has a timeline: what happened, and what each registration will cause next', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await client.register('expires.com');
    await client.register('renews.com');
    await client.updateRegistration('renews.com', { auto_renew: true });
    const timeline = async () => (await developer.get(tenantPath(client, '/clock/timeline'))).body.data;
    const typesOf = (events: { type: string; domain: string }[]) =>
      events.map(({ type, domain }) => `${domain} ${type}`);
    const { past, coming } = await timeline();
    expect(typesOf(past)).toEqual([
      'expires.com domain.registered',
      'renews.com domain.registered',
      'renews.com domain.updated',
    ]);
    expect(coming[0]).toMatchObject({ at: '2030-12-02T00:00:00.000Z', type: 'domain.expiring' });
    expect(typesOf(coming).filter(type => type.startsWith('expires.com'))).toEqual([
      'expires.com domain.expiring',
      'expires.com domain.expired',
      'expires.com domain.released',
    ]);
    expect(typesOf(coming)).toContain('renews.com domain.renewed');
    await advance({ to: coming[0].at });
    const after = await timeline();
    expect(typesOf(after.past)).toContain('expires.com domain.expiring');
    expect(typesOf(after.coming)).not.toContain('expires.com domain.expiring');
  });

  it('advances once for each idempotency key', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    const send = (key: string) =>
      developer.post(tenantPath(client, '/clock/advance'), { by: 'P1M' }, { 'X-Idempotency-Key': key });
    const answers = [...(await Promise.all([send('first'), send('first')])), await send('first')];
    expect(answers.map(outcomeOf)).toEqual(['200', '200', '200']);
    expect(await read()).toMatchObject({ now: '2030-02-01T00:00:00.000Z' });
    await send('second');
    expect(await read()).toMatchObject({ now: '2030-03-01T00:00:00.000Z' });
  });

  it('returns to real time only while nothing is dated later, and after a reset', async () => {
    await advance({ by: 'P1Y' });
    expect((await set({ mode: 'real' })).body.data).toMatchObject({ mode: 'real', offset_seconds: 0 });
    await advance({ by: 'P1Y' });
    await client.register('example.com');
    expect(outcomeOf(await set({ mode: 'real' }))).toBe('409 CLOCK_BACKWARDS');
    await developer.post(tenantPath(client, '/reset'), { confirm: client.tenant.slug });
    expect(await read()).toMatchObject({ mode: 'real' });
  });

  it.each([
    [advance, { by: 'a year' }, ['by']],
    [set, { mode: 'real', now: '2030-01-01T00:00:00Z' }, ['now']],
  ])('rejects invalid fields: %p %j', async (change, body, fields) => {
    expect(fieldsOf(await change(body))).toEqual(fields);
    expect(await read()).toMatchObject({ mode: 'real' });
  });

  it('shows the progress of a change that somebody else has started', async () => {
    await set({ mode: 'frozen', now: '2030-01-01T00:00:00Z' });
    await client.register('example.com');
    await sandbox.rows(
      `INSERT INTO domains.registrations SELECT copy.* FROM domains.registrations r, generate_series(1, 3000) AS n,
         jsonb_populate_record(r, jsonb_build_object('domain', 'copy-' || n || '.com')) AS copy
       WHERE r.tenant_id = $1`,
      [client.tenant.id],
    );
    const blocking = await sandbox.database.pool.connect();
    await blocking.query('BEGIN');
    await blocking.query('SELECT FROM domains.registrations WHERE tenant_id = $1 FOR UPDATE', [client.tenant.id]);
    const other = await sandbox.person({ role: 'developer', tenants: [client] });
    // On a slow machine, the lock that the releases wait for makes the change give up; its key continues it.
    const changing = retryUnavailable(() =>
      other.post(tenantPath(client, '/clock/advance'), { by: 'P2Y' }, { 'X-Idempotency-Key': 'two-years' }),
    );
    // All have expired, and the releases wait for the other transaction.
    const moving = { moving_to: '2032-01-01T00:00:00.000Z', now: '2031-01-01T00:00:00.000Z' };
    const progressed = eventually(async () => expect(await read()).toMatchObject(moving));
    const early = changing.then(response => Promise.reject(new Error(`the change ended with ${outcomeOf(response)}`)));
    await Promise.race([progressed, early]);
    await blocking.query('ROLLBACK');
    blocking.release();
    const { happened, more } = (await changing).body.data;
    expect([happened.length, more]).toEqual([1_000, 3 * 3_001 - 1_000]);
    expect(await read()).toMatchObject({ now: '2032-01-01T00:00:00.000Z', moving_to: null });
  });
});
