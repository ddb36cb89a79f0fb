import pg from 'pg';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { startSandbox } from '../support/sandbox.js';
import { ENCRYPTION_KEY, loadPreviousRelease } from './previous-release.js';
import { RECEIVERS } from './upgraded-service.js';

/** Days since the expiry of registrations of the tenant "second". */
const EXPIRED = { 'second-1.com': 400, 'uncounted.com': 10, 'undispatched-3.com': -10 };

let database: pg.Client;

beforeAll(async () => {
  const urls = Object.fromEntries(RECEIVERS.map(name => [name, 'http://127.0.0.1:9/hook']));
  const { databaseUrl } = await loadPreviousRelease(urls, {});
  database = new pg.Client(databaseUrl);
  await database.connect();
  registerCleanup(() => database.end());
  for (const [domain, days] of Object.entries(EXPIRED))
    await database.query(
      `UPDATE domains.registrations SET expires_at = now() - $2 * interval '24 hours',
         registered_at = now() - ($2 + 365) * interval '24 hours' WHERE domain = $1`,
      [domain, days],
    );
  await migrate(databaseUrl, storages, createLogger('silent'));
  await startSandbox({ settings: { databaseUrl, encryptionKey: Buffer.from(ENCRYPTION_KEY, 'base64') } });
});

describe('the clocks of tenants after the upgrade', () => {
  it('are real', async () => {
    const { rows } = await database.query(
      'SELECT slug, mode, offset_ms FROM tenancy.tenants t LEFT JOIN tenancy.clocks c ON c.tenant_id = t.id ORDER BY slug',
    );
    const slugs = ['busy', 'demo', 'recovery', 'retries', 'second'];
    expect(rows).toEqual(slugs.map(slug => ({ slug, mode: 'real', offset_ms: 0 })));
  });
});

describe('registrations whose term ended before the upgrade', () => {
  it('expire with the times at which they were due', async () => {
    const due = [
      ['domain.expiring', 'second-1.com', 430],
      ['domain.expired', 'second-1.com', 400],
      ['domain.released', 'second-1.com', 370],
      ['domain.expiring', 'uncounted.com', 40],
      ['domain.expiring', 'undispatched-3.com', 20],
      ['domain.expired', 'uncounted.com', 10],
    ];
    await eventually(async () => {
      const { rows } = await database.query(
        `SELECT type, body::jsonb #>> '{data,domain}' AS domain,
           extract(epoch FROM now() - (body::jsonb ->> 'timestamp')::timestamptz)::float / 86400 AS days
         FROM platform.events WHERE type IN ('domain.expiring', 'domain.expired', 'domain.released')
         ORDER BY epoch, transaction_id, position`,
      );
      expect(rows.map(({ type, domain, days }) => [type, domain, Math.floor(days)])).toEqual(due);
    });
    const { rows } = await database.query(
      `SELECT domain FROM domains.registrations WHERE domain = ANY($1) ORDER BY 1`,
      [Object.keys(EXPIRED)],
    );
    expect(rows.map(({ domain }) => domain)).toEqual(['uncounted.com', 'undispatched-3.com']);
  });
});
