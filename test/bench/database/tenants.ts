import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { makeKey } from '../../processes/keys.js';

/** The most that a key can be given. Several take turns, so that not even a fast machine comes near. */
const LIMIT = 1_000_000;
const KEYS = 4;

export interface Tenant {
  id: string;
  slug: string;
}

/** Who sends a request. */
export interface Caller {
  tenant: Tenant;
  key: string;
}

/** The first tenant of a new database, by several keys. */
export async function firstTenant(database: pg.Pool): Promise<Caller[]> {
  const { rows } = await database.query<Tenant>('SELECT id, slug FROM tenancy.tenants ORDER BY created_at LIMIT 1');
  return grantKeys(
    database,
    Array.from({ length: KEYS }, () => rows[0]!),
  );
}

/** So many tenants more, each with a key. */
export async function openTenants(database: pg.Pool, count: number): Promise<Caller[]> {
  const { rows } = await database.query<Tenant>(
    `INSERT INTO tenancy.tenants (id, slug, name, currency, created_at)
     SELECT 'ten_bench' || n, 'bench-' || n, 'Bench', 'USD', now() FROM generate_series(1, $1::int) n RETURNING id, slug`,
    [count],
  );
  return grantKeys(database, rows);
}

/** A key for each, written as `keys create` would: a process for each would take longer than all the rest. */
async function grantKeys(database: pg.Pool, tenants: Tenant[]): Promise<Caller[]> {
  const callers = tenants.map(tenant => ({ tenant, key: makeKey('sandbox') }));
  await database.query(
    `INSERT INTO api_keys.keys (id, tenant_id, name, hash, start, "end", scope, permissions, rate_limit, created_at)
     SELECT id, tenant, 'bench', hash, first, last, 'sandbox', '{sandbox.*}', $6, now()
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) k(id, tenant, hash, first, last)`,
    [
      callers.map(() => `key_bench${randomInt(2 ** 47)}`),
      callers.map(({ tenant }) => tenant.id),
      callers.map(({ key }) => createHash('sha256').update(key).digest('hex')),
      callers.map(({ key }) => key.slice(-38, -34)),
      callers.map(({ key }) => key.slice(-10, -6)),
      LIMIT,
    ],
  );
  return callers;
}
