import pg from 'pg';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { loadPreviousRelease } from './previous-release.js';
import { RECEIVERS } from './upgraded-service.js';

describe('hosts of tenants after the upgrade', () => {
  it('are verified', async () => {
    const urls = Object.fromEntries(RECEIVERS.map(name => [name, 'http://127.0.0.1:9/hook']));
    const { databaseUrl } = await loadPreviousRelease(urls, {});
    const database = new pg.Client(databaseUrl);
    await database.connect();
    await database.query(`UPDATE tenancy.tenants SET host = slug || '.example.com' WHERE slug IN ('demo', 'second')`);
    await migrate(databaseUrl, storages, createLogger('silent'));
    const { rows } = await database.query(
      `SELECT slug, host, state, verified_by, verified_at = t.created_at AS since, length(token) AS length, check_at
       FROM tenancy.hosts h JOIN tenancy.tenants t ON t.id = h.tenant_id ORDER BY slug`,
    );
    await database.end();
    const facts = { state: 'verified', verified_by: 'operator', since: true, length: 32, check_at: null };
    expect(rows).toEqual([
      { slug: 'demo', host: 'demo.example.com', ...facts },
      { slug: 'second', host: 'second.example.com', ...facts },
    ]);
  });
});
