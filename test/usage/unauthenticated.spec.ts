import { RecordUnauthenticated } from '#usage';
import { makeKeyValue } from '../../libs/api-keys/model/key-value.js';
import { Cleanup } from '../../apps/worker/cleanup.js';
import { SEARCH } from '../support/client.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { type LoggedRequest, openRequestLog } from '../support/request-log.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.clock.reset());

const openLog = () => openRequestLog(sandbox);

describe('unauthenticated request', () => {
  it('is logged with its reason and shown to the tenant that it concerns, while the response stays the same', async () => {
    const { client, developer } = await openLog();
    const other = await openLog();
    const operator = await sandbox.person({ role: 'operator' });
    const revoked = await sandbox.key(client.tenant);
    await operator.post(tenantPath(client, `/keys/${revoked.key.id}/revoke`));
    const { value } = client.key;
    const unknown = makeKeyValue('sandbox');
    const call = (Authorization: string, slug = client.tenant.slug) =>
      client.search({ domain: 'a.com' }, { Authorization, 'X-Tenant': slug });
    const responses = [
      await call(`Bearer ${unknown}`),
      await call(`Bearer ${revoked.key.value}`),
      await call(`Bearer ${value}`, other.client.tenant.slug),
      await call('Bearer not-a-key'),
      await call(`Bearer ${value}`, 'nobody'),
    ];
    const texts = responses.map(({ status, body }) => [status, body.error]);
    expect(new Set(texts.map(text => JSON.stringify(text))).size).toBe(1);
    expect(responses[0]!.status).toBe(401);
    expect((await call('')).body.error.code).toBe('API_KEY_REQUIRED');
    await sandbox.app.get(RecordUnauthenticated).flush();

    const read = async (person: PortalClient, path: string) =>
      (await person.get(path)).body.data.requests as LoggedRequest[];
    const mine = await read(developer, tenantPath(client, '/unauthenticated'));
    // Entries of requests that end almost at the same time can be in any order.
    expect(mine.map(({ reason }) => reason).sort()).toEqual([
      'malformed',
      'missing',
      'revoked',
      'unknown',
      'wrong_tenant',
      'wrong_tenant',
    ]);
    const ofReason = (wanted: string) => mine.find(({ reason }) => reason === wanted)!;
    expect(ofReason('unknown')).toMatchObject({
      tenant: client.tenant.slug,
      key_hint: expect.stringMatching(/^ny_sandbox_.{4}….{4}$/),
      address: '127.0.0.1',
      method: 'POST',
      endpoint: SEARCH,
    });
    expect(JSON.stringify(mine)).not.toContain(unknown.slice(15, 30));
    const theirs = await read(other.developer, tenantPath(other.client, '/unauthenticated'));
    expect(theirs.map(({ reason }) => reason)).toEqual(['wrong_tenant']);
    expect(await read(operator, 'unauthenticated?reason=revoked&limit=1')).toMatchObject([
      { request_id: ofReason('revoked').request_id },
    ]);
    expect((await developer.get('unauthenticated')).status).toBe(403);
  });

  it('is limited to 60 per tenant and minute', async () => {
    const { client, developer } = await openLog();
    sandbox.clock.set('2027-07-02T10:00:00Z');
    await developer.startSession();
    const attack = () => client.search({ domain: 'a.com' }, { Authorization: 'Bearer guess' });
    const count = async () => {
      await sandbox.app.get(RecordUnauthenticated).flush();
      const [row] = await sandbox.rows(
        'SELECT count(*)::integer AS n FROM usage.unauthenticated WHERE counted_for = $1',
        [client.tenant.slug],
      );
      return row!.n as number;
    };
    // As if another process had logged them.
    await sandbox.rows(
      `INSERT INTO usage.unauthenticated (at, counted_for, reason, address, method, route, request_id)
       SELECT '2027-07-02T10:00:00Z', $1, 'malformed', '127.0.0.1', 'POST', '/', 'req_' || n FROM generate_series(1, 55) n`,
      [client.tenant.slug],
    );
    for (let n = 0; n < 10; n++) await attack();
    expect(await count()).toBe(60);
    sandbox.clock.set('2027-07-02T10:01:00Z');
    await attack();
    const before = await count();
    expect(before).toBeLessThanOrEqual(61);
    sandbox.clock.set('2027-08-02T10:01:00Z');
    await sandbox.app.get(Cleanup).execute();
    expect(await count()).toBe(0);
  });
});
