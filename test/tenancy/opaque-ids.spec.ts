import { RecordUsage } from '#usage';
import { type Client, EVENTS } from '../support/client.js';
import { currentCursor, recordEvent } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  operator = await sandbox.person({ role: 'operator' });
});

interface Page {
  requests: { id: string; domain: string | null }[];
  next: string | null;
  latest: string;
}

async function pageOf(client: Client, query = '', by = operator): Promise<Page> {
  await sandbox.app.get(RecordUsage).flush();
  const { status, body } = await by.get(tenantPath(client, `/requests?${query}`));
  expect(status).toBe(200);
  return body.data;
}

/** Opens a tenant with searches in its log; ids are newest first. */
async function tenantWithSearches(count: number): Promise<{ client: Client; ids: string[] }> {
  const client = await sandbox.tenant();
  for (let n = 0; n < count; n++) await client.search({ domain: `search-${n}.com` });
  return { client, ids: (await pageOf(client)).requests.map(({ id }) => id) };
}

const flipBit = (id: string, index: number): string => {
  const [prefix, text] = [id.slice(0, 4), id.slice(4)];
  const bytes = Buffer.from(text, 'base64url');
  bytes[index % bytes.length]! ^= 1;
  return prefix + bytes.toString('base64url');
};

/** A position in the format that ids encrypt. */
function bigEndian(position: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(position));
  return bytes;
}

/** Requests the row, the page before it and the rows after it. */
async function outcomesFor(client: Client, id: string): Promise<string[]> {
  const responses = await Promise.all(
    [`/requests/${encodeURIComponent(id)}`, `/requests?before=${id}`, `/requests?after=${id}`].map(path =>
      operator.get(tenantPath(client, path)),
    ),
  );
  return responses.map(outcomeOf);
}

const REFUSED = ['404 REQUEST_NOT_FOUND', '422 VALIDATION_FAILED', '422 VALIDATION_FAILED'];

describe('request log ids', () => {
  it('do not reveal the number of requests of other tenants', async () => {
    const [client, busy] = [await sandbox.tenant(), await sandbox.tenant()];
    for (let n = 0; n < 12; n++) {
      await client.search({ domain: `mine-${n}.com` });
      for (let other = 0; other < n; other++) await busy.search({ domain: 'theirs.com' });
    }
    const { requests, next, latest } = await pageOf(client, 'limit=11');
    const ids = requests.map(({ id }) => id);
    for (const id of [...ids, next, latest]) expect(id).toMatch(/^log_[\w-]{32}$/);
    expect(new Set(ids).size).toBe(11);
    expect(ids.toSorted()).not.toEqual(ids);
    expect(ids.toSorted().toReversed()).not.toEqual(ids);
    const stored = await sandbox.rows('SELECT id FROM usage.requests WHERE tenant_id = $1', [client.tenant.id]);
    for (const { id } of stored) {
      for (const opaque of ids) expect(Buffer.from(opaque.slice(4), 'base64url').includes(bigEndian(id))).toBe(false);
    }
  });

  it('are stable across responses and processes', async () => {
    const peer = await startSandbox({ peerOf: sandbox });
    try {
      const { client, ids } = await tenantWithSearches(3);
      expect((await pageOf(client, '', peer.portalOf(operator))).requests.map(({ id }) => id)).toEqual(ids);
      const { body } = await operator.get(tenantPath(client, `/requests/${ids[1]}`));
      expect(body.data).toMatchObject({ id: ids[1], domain: 'search-1.com' });
    } finally {
      await peer.stop();
    }
  });

  it('are rejected for another tenant, even if the caller may see both', async () => {
    const { ids } = await tenantWithSearches(1);
    const other = await tenantWithSearches(1);
    expect(await outcomesFor(other.client, ids[0]!)).toEqual(REFUSED);
  });

  it('are rejected when they are numbers, altered or of another kind', async () => {
    const { client, ids } = await tenantWithSearches(1);
    const id = ids[0]!;
    const [row] = await sandbox.rows('SELECT id FROM usage.requests WHERE tenant_id = $1', [client.tenant.id]);
    const { next: auditId } = (await operator.get('audit?limit=1')).body.data;
    const { next: cursor } = (await client.follow()).body.data;
    const refused = [
      row.id,
      String(Number(row.id) + 1),
      flipBit(id, 0),
      flipBit(id, 15),
      flipBit(id, 16),
      flipBit(id, 23),
      `${id}A`,
      id.slice(0, -1),
      id.slice(4),
      auditId,
      `log_${auditId.slice(4)}`,
      cursor,
      `log_${cursor.slice(4)}`,
    ];
    for (const other of refused) expect([other, await outcomesFor(client, other)]).toEqual([other, REFUSED]);
    const { body } = await operator.get(tenantPath(client, `/requests?before=${row.id}`));
    expect(body.error.details).toEqual([{ field: 'before', message: expect.stringMatching(/earlier response/) }]);
  });

  it('are rejected with another encryption key', async () => {
    const peer = await startSandbox({ peerOf: sandbox, settings: { encryptionKey: Buffer.alloc(32, 9) } });
    try {
      const { client, ids } = await tenantWithSearches(1);
      const response = await peer.portalOf(operator).get(tenantPath(client, `/requests/${ids[0]}`));
      expect(outcomeOf(response)).toBe('404 REQUEST_NOT_FOUND');
    } finally {
      await peer.stop();
    }
  });
});

describe('live view of the request log', () => {
  it('continues from `latest`, even if the log was empty', async () => {
    const client = await sandbox.tenant();
    const empty = await pageOf(client);
    expect(empty).toMatchObject({ requests: [], next: null });
    await client.search({ domain: 'first.com' });
    const first = await pageOf(client, `after=${empty.latest}`);
    expect(first.requests.map(({ domain }) => domain)).toEqual(['first.com']);
    const none = await pageOf(client, `after=${first.latest}`);
    expect(none).toMatchObject({ requests: [], latest: first.latest });
    await client.search({ domain: 'second.com' });
    expect((await pageOf(client, `after=${none.latest}`)).requests.map(({ domain }) => domain)).toEqual(['second.com']);
    expect((await pageOf(client)).requests).toHaveLength(2);
  });
});

describe('event cursor', () => {
  const follow = (client: Client, after: string) => client.follow({ after, wait: 0 });
  const followUntilEvent = (client: Client, after: string) =>
    eventually(async () => {
      const response = await follow(client, after);
      expect(response.body.data.events).toHaveLength(1);
      return response;
    });

  it('is opaque and differs in every response', async () => {
    const client = await sandbox.tenant();
    const cursors = [await currentCursor(client), await currentCursor(client)];
    await recordEvent(sandbox.database.pool, client, 'first.com');
    for (let n = 0; n < 2; n++) cursors.push((await followUntilEvent(client, cursors[0]!)).body.data.next);
    for (const cursor of cursors) expect(cursor).toMatch(/^cur_[\w-]{54}$/);
    expect(new Set(cursors).size).toBe(4);
    const [place] = await sandbox.rows(
      'SELECT transaction_id::text, position::text FROM platform.events WHERE tenant_id = $1',
      [client.tenant.id],
    );
    const bytes = Buffer.from(cursors[3]!.slice(4), 'base64url');
    for (const text of [
      `${place.transaction_id}.${place.position}`,
      bigEndian(place.transaction_id),
      bigEndian(place.position),
    ])
      expect(bytes.includes(text)).toBe(false);
  });

  it('is rejected for another tenant, when altered, of another kind or of an earlier version', async () => {
    const [client, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const cursor = await currentCursor(client);
    expect((await follow(client, cursor)).status).toBe(200);
    expect(outcomeOf(await follow(other, cursor))).toBe('422 VALIDATION_FAILED');
    const { ids } = await tenantWithSearches(1);
    for (const after of [flipBit(cursor, 0), flipBit(cursor, 20), flipBit(cursor, 39), ids[0]!, 'NzQxLjA']) {
      const response = await client.raw({ method: 'GET', path: `${EVENTS}?after=${after}&wait=0` });
      expect([after, outcomeOf(response)]).toEqual([after, '422 VALIDATION_FAILED']);
      expect(response.body.error.details).toEqual([{ field: 'after', message: expect.stringMatching(/leave it out/) }]);
    }
  });
});

describe.each([
  ['audit', /^aud_[\w-]{32}$/],
  ['registrar/history', /^turn_[\w-]{32}$/],
])('cursor of %s', (path, form) => {
  beforeAll(async () => {
    for (let n = 0; n < 3; n++)
      expect((await operator.post('registrar', { state: 'off', reason: `turn ${n}`, confirm: 'OFF' })).status).toBe(
        200,
      );
  });

  it('is opaque, continues the list and is rejected if it belongs to another list', async () => {
    const first = (await operator.get(`${path}?limit=2`)).body.data;
    expect(first.next).toMatch(form);
    const both = (await operator.get(`${path}?limit=3`)).body.data.entries;
    const second = (await operator.get(`${path}?limit=1&before=${first.next}`)).body.data;
    expect([...first.entries, ...second.entries]).toEqual(both);
    const { ids } = await tenantWithSearches(1);
    for (const before of ['2', flipBit(first.next, 20), ids[0]!, `${first.next.split('_')[0]}_${ids[0]!.slice(4)}`]) {
      const response = await operator.get(`${path}?before=${before}`);
      expect([before, outcomeOf(response)]).toEqual([before, '422 VALIDATION_FAILED']);
      expect(response.body.error.details).toEqual([
        { field: 'before', message: expect.stringMatching(/earlier response/) },
      ]);
    }
  });
});
