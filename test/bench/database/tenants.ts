import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { makeKey } from '../../processes/keys.js';

/** The maximum limit of a key. Several keys take turns, so that even a fast machine does not reach it. */
const LIMIT = 1_000_000;
const KEYS = 4;

export interface Tenant {
  id: string;
  slug: string;
}

/** Sender of a request. */
export interface Caller {
  tenant: Tenant;
  key: string;
}

/** The first tenant of a new database with several keys. */
export async function firstTenant(database: pg.Pool): Promise<Caller[]> {
  const { rows } = await database.query<Tenant>('SELECT id, slug FROM tenancy.tenants ORDER BY created_at LIMIT 1');
  return grantKeys(
    database,
    Array.from({ length: KEYS }, () => rows[0]!),
  );
}

/** Opens `count` more tenants with a key each. */
export async function createTenants(database: pg.Pool, count: number): Promise<Caller[]> {
  const { rows } = await database.query<Tenant>(
    `INSERT INTO tenancy.tenants (id, slug, name, currency, created_at)
     SELECT 'ten_bench' || n, 'bench-' || n, 'Bench', 'USD', now() FROM generate_series(1, $1::int) n RETURNING id, slug`,
    [count],
  );
  return grantKeys(database, rows);
}

/** Inserts keys directly, because starting the CLI for each key is slow. */
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
