import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Credentials } from './client.js';
import type { Database } from './postgres.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface Grant {
  scope?: 'sandbox' | 'live';
  limit?: number;
}

export interface CreatedKey extends Credentials {
  id: string;
}

/** Creates a key for the first tenant directly in the database, because starting the CLI for each key is slow. */
export async function grantKey(postgres: Database, { scope = 'sandbox', limit = 1_000_000 }: Grant = {}) {
  const key = makeKey(scope);
  const id = `key_test${randomInt(2 ** 47).toString(16)}`;
  const [row] = await postgres.query<{ slug: string }>(
    `INSERT INTO api_keys.keys (id, tenant_id, name, hash, start, "end", scope, permissions, rate_limit, created_at)
     SELECT $1, id, 'test', $2, $3, $4, $5, $6, $7, now() FROM tenancy.tenants ORDER BY created_at LIMIT 1
     RETURNING (SELECT slug FROM tenancy.tenants ORDER BY created_at LIMIT 1)`,
    [id, hashOf(key), key.slice(-38, -34), key.slice(-10, -6), scope, PERMISSIONS[scope], limit],
  );
  const created: CreatedKey = { id, key, tenant: row?.slug ?? '' };
  return created;
}

const PERMISSIONS = { sandbox: ['sandbox.*'], live: ['registrar.*'] };

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Prefix, 32 random characters, and the CRC-32 of both as six base62 digits. */
export function makeKey(scope: 'sandbox' | 'live'): string {
  const random = Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join('');
  const body = `ny_${scope}_${random}`;
  let digits = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits;
  return body + digits.padStart(6, '0');
}
