import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';
import { makeKey } from '../../processes/keys.js';

/** The most that a key can be given. Several take turns, so that not even a fast machine comes near. */
const LIMIT = 1_000_000;
const KEYS = 4;

/** What every database has registered before anything is measured: `owned-1.com` and so on. */
export const OWNED = 10_000;

export const ownedName = (number: number): string => `owned-${number}.com`;

export interface Tenant {
  id: string;
  slug: string;
}

/** The first tenant of a new database, with keys of a high limit and some names that it has already. */
export async function furnish(database: pg.Pool): Promise<{ tenant: Tenant; keys: string[] }> {
  const { rows } = await database.query<Tenant>('SELECT id, slug FROM tenancy.tenants ORDER BY created_at LIMIT 1');
  const [tenant] = rows as [Tenant];
  const keys = await grantKeys(database, tenant.id);
  await register(database, tenant.id, 'owned', OWNED);
  return { tenant, keys };
}

async function grantKeys(database: pg.Pool, tenantId: string): Promise<string[]> {
  const keys = Array.from({ length: KEYS }, () => makeKey('sandbox'));
  for (const key of keys)
    await database.query(
      `INSERT INTO api_keys.keys (id, tenant_id, name, hash, start, "end", scope, permissions, rate_limit, created_at)
       VALUES ($1, $2, 'bench', $3, $4, $5, 'sandbox', '{sandbox.*}', $6, now())`,
      [
        `key_bench${randomInt(2 ** 47)}`,
        tenantId,
        createHash('sha256').update(key).digest('hex'),
        key.slice(-38, -34),
        key.slice(-10, -6),
        LIMIT,
      ],
    );
  return keys;
}

/** Registers `<label>-1.com` and so on, as so many checkouts would have left them. */
export async function register(database: pg.Pool, tenantId: string, label: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
     SELECT $1, $2 || '-' || n || '.com', 'com', 'ord_' || $2 || n, now(), now() + interval '1 year'
     FROM generate_series(1, $3::int) n`,
    [tenantId, label, count],
  );
  await database.query('VACUUM ANALYZE domains.registrations');
}
