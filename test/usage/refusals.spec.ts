import type { RefusalView, RequestView } from '#usage/contract';
import { RecordUsage } from '#usage';
import { ADA, type Client } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';
import { openRequestLog } from '../support/request-log.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

async function refusalOf(client: Client, code: string): Promise<RefusalView> {
  const developer = await sandbox.person({ role: 'developer', tenants: [client] });
  await sandbox.app.get(RecordUsage).flush();
  const { body } = await developer.get(tenantPath(client, `/requests?code=${code}`));
  const [{ id }] = body.data.requests as [RequestView];
  return (await developer.get(tenantPath(client, `/requests/${id}/refusal`))).body.data;
}

describe('explanation of a refused request', () => {
  it('names the permission that the key lacks, until the key has it', async () => {
    const client = await sandbox.tenant({ permissions: ['sandbox.search'] });
    await client.order({ domain: 'a.com', years: 1, owner: ADA });
    expect(await refusalOf(client, 'PERMISSION_DENIED')).toEqual({
      missing_permissions: ['sandbox.order'],
      minute: null,
    });
    const operator = await sandbox.person({ role: 'operator' });
    const path = tenantPath(client, `/keys/${client.key.id}`);
    await operator.patch(path, { permissions: ['sandbox.*'] });
    expect(await refusalOf(client, 'PERMISSION_DENIED')).toEqual({ missing_permissions: [], minute: null });
  });

  it('counts the requests of each key and client in the minute before a 429', async () => {
    const client = await sandbox.tenant({ limit: 2 });
    const other = await sandbox.key(client.tenant);
    await other.search({ domain: 'a.com' }, { 'User-Agent': 'other-shop/1' });
    for (const agent of ['shop/1', 'shop/2', 'shop/2'])
      await client.search({ domain: 'a.com' }, { 'User-Agent': agent });
    const { minute } = await refusalOf(client, 'RATE_LIMITED');
    expect(minute).toMatchObject({ limit: 2 });
    expect(Date.parse(minute!.to) - Date.parse(minute!.from)).toBe(60_000);
    const sent = minute!.senders.map(({ key, user_agent, requests, refused }) => [
      key!.id,
      user_agent,
      requests,
      refused,
    ]);
    expect(sent[0]).toEqual([client.key.id, 'shop/2', 2, 1]);
    expect(sent.slice(1).sort()).toEqual(
      [
        [client.key.id, 'shop/1', 1, 0],
        [other.key.id, 'other-shop/1', 1, 0],
      ].sort(),
    );
  });

  it('is 404 for a request of another tenant', async () => {
    const { client, developer } = await openRequestLog(sandbox);
    const answer = await developer.get(tenantPath(client, '/requests/log_none/refusal'));
    expect([answer.status, answer.body.error.code]).toEqual([404, 'REQUEST_NOT_FOUND']);
  });
});
