import { Database } from '#platform/database';
import { searchLog } from '../../libs/usage/storage/request-search.js';
import type { RequestPosition } from '../../libs/usage/storage/log-query.js';
import type { Client } from '../support/client.js';
import { tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

/** More than one statement reads. */
const ROWS = 110_000;

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant();
  await sandbox.rows(
    `INSERT INTO usage.requests (at, tenant_id, key_id, method, route, status, duration_ms, request_id, domain)
     SELECT now() - n * interval '1 second', $1, $2, 'POST', '/api/v1/sandbox/domains/search', 200, 1, 'req_' || n,
       CASE WHEN n % 50000 = 1 THEN 'rare-' || n ELSE 'common-' || n END || '.com'
     FROM generate_series(1, $3) n`,
    [client.tenant.id, client.key.id, ROWS],
  );
});

describe('search by the start of a domain, for which there is no index', () => {
  const search = (before: RequestPosition | null, limit = 50, maxMs = 0) => {
    const page = { before, limit, now: new Date() };
    return searchLog(sandbox.app.get(Database), client.tenant.id, { domainPrefix: 'rare-' }, page, maxMs);
  };
  const domainsOf = (rows: { domain: string | null }[]) => rows.map(({ domain }) => domain);

  it('ends after a step when time is up, and continues from there', async () => {
    const found: (string | null)[] = [];
    const stops: Date[] = [];
    let before: RequestPosition | null = null;
    do {
      const { rows, stoppedAt } = await search(before);
      found.push(...domainsOf(rows));
      if (stoppedAt) stops.push(stoppedAt.at);
      before = stoppedAt;
    } while (before);
    expect(found).toEqual(['rare-1.com', 'rare-50001.com', 'rare-100001.com']);
    expect(stops.map(at => Math.round((stops[0]!.getTime() - at.getTime()) / 1_000))).toEqual([0, 50_000]);
  });

  it('returns a full page in the middle of a step, and the next page from its last row', async () => {
    const { rows, stoppedAt } = await search(null, 2, Infinity);
    expect([domainsOf(rows), stoppedAt]).toEqual([['rare-1.com', 'rare-50001.com'], null]);
    const next = await search(rows[1]!, 2, Infinity);
    expect([domainsOf(next.rows), next.stoppedAt]).toEqual([['rare-100001.com'], null]);
  });

  it('exports all matching requests', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const { text } = await developer.get(tenantPath(client, '/requests/export?format=json&domain=rare-'));
    expect(text.match(/rare-\d+\.com/g)).toEqual(['rare-1.com', 'rare-50001.com', 'rare-100001.com']);
  });

  it('is answered over HTTP, with the time back to which it has searched', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const found: string[] = [];
    let before = '';
    for (;;) {
      const { body } = await developer.get(tenantPath(client, `/requests?domain=rare-&before=${before}`));
      const { requests, next, searched_to } = body.data;
      found.push(...requests.map(({ domain }: { domain: string }) => domain));
      expect(searched_to === null).toBe(next === null);
      if (next === null) break;
      before = next;
    }
    expect(found).toEqual(['rare-1.com', 'rare-50001.com', 'rare-100001.com']);
  });
});
