import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, Statement } from '#platform/database';
import { MAX_NUMBER } from './contract.js';
import { NumbersUsedUp } from './model/errors.js';
import type { NumberedKind } from './storage/number.mapping.js';

type Scope = { tenant: string; kind: NumberedKind };

const selectNumbers = new Statement<{ key: string; id: number }, Scope & { keys: string[] }>(
  'facades.numbers',
  'SELECT key, id FROM facades.numbers WHERE tenant_id = :tenant AND kind = :kind AND key = ANY(:keys::text[])',
);

const keyById = new Statement<{ key: string }, Scope & { id: number }>(
  'facades.key-by-number',
  'SELECT key FROM facades.numbers WHERE tenant_id = :tenant AND kind = :kind AND id = :id',
);

/**
 * Increases the last number by `by`, and to at least `minimum`. Locks the counter until the transaction ends. Returns no row if
 * the number would be larger than `MAX_NUMBER`.
 */
const raiseLast = new Statement<{ last: number }, Scope & { by: number; minimum: number }>(
  'facades.raise-last-number',
  `INSERT INTO facades.last_numbers AS known (tenant_id, kind, last)
   VALUES (:tenant, :kind, greatest(:by::integer, :minimum::integer))
   ON CONFLICT (tenant_id, kind) DO UPDATE SET last = greatest(known.last + :by::integer, :minimum::integer)
   WHERE known.last <= ${MAX_NUMBER} - :by::integer
   RETURNING last`,
);

const add = new Statement<never, Scope & { keys: string[]; first: number }>(
  'facades.add-numbers',
  `INSERT INTO facades.numbers (tenant_id, kind, key, id)
   SELECT :tenant, :kind, key, :first::integer + position::integer - 1
   FROM unnest(:keys::text[]) WITH ORDINALITY AS missing (key, position)`,
);

/** The number that a request contains as a number or a text, without leading zeros; undefined if it cannot be assigned. */
export function numberIn(value: unknown): number | undefined {
  const isScalar = typeof value === 'number' || typeof value === 'string';
  return isScalar && /^[1-9]\d{0,9}$/.test(String(value)) && Number(value) <= MAX_NUMBER ? Number(value) : undefined;
}

/**
 * Numeric IDs of domains, contacts and orders in facades. Each kind counts from 1 in each tenant. A domain or an order gets
 * its number when it is first shown. Numbers are kept until a reset, and never reused.
 */
@Injectable()
export class Numbers {
  constructor(private readonly database: Database) {}

  /** Numbers by key. Keys that have no number get the next numbers, in the order of `keys`. */
  async of(tenant: string, kind: NumberedKind, keys: string[]): Promise<ReadonlyMap<string, number>> {
    const known = await this.find(tenant, kind, keys);
    if (keys.every(key => known.has(key))) return known;
    return this.database.transaction(async tx => {
      // Raises nothing, but locks the counter.
      await this.raiseLast(tx, tenant, kind, 0);
      const found = await this.find(tenant, kind, keys, tx);
      const missing = [...new Set(keys.filter(key => !found.has(key)))];
      const last = await this.raiseLast(tx, tenant, kind, missing.length);
      const first = last - missing.length + 1;
      await add.run(tx, { tenant, kind, keys: missing, first });
      return new Map([...found, ...missing.map((key, index): [string, number] => [key, first + index])]);
    });
  }

  /** The key of a number; undefined for an unknown number. */
  async keyOf(tenant: string, kind: NumberedKind, text: string): Promise<string | undefined> {
    const id = numberIn(text);
    return id === undefined ? undefined : (await keyById.first(this.database, { tenant, kind, id }))?.key;
  }

  /**
   * Returns the next number of a kind without storing a key.
   * @throws NumbersUsedUp
   */
  next(tx: EntityManager, tenant: string, kind: NumberedKind): Promise<number> {
    return this.raiseLast(tx, tenant, kind, 1);
  }

  private async find(tenant: string, kind: NumberedKind, keys: string[], tx?: EntityManager) {
    const rows = await selectNumbers.run(tx ?? this.database, { tenant, kind, keys });
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  private async raiseLast(tx: EntityManager, tenant: string, kind: NumberedKind, by: number): Promise<number> {
    const raised = await raiseLast.first(tx, { tenant, kind, by, minimum: 0 });
    if (!raised) throw new NumbersUsedUp();
    return raised.last;
  }
}

/** Makes transactions that assign numbers of a kind wait until the transaction ends. */
export async function lockNumbers(tx: EntityManager, tenant: string, kind: NumberedKind): Promise<void> {
  await raiseLast.run(tx, { tenant, kind, by: 0, minimum: 0 });
}

/** Makes the next number higher than `ids`, which were restored from a snapshot or a copy. */
export async function skipNumbers(tx: EntityManager, tenant: string, kind: NumberedKind, ids: number[]): Promise<void> {
  if (ids.length > 0) await raiseLast.run(tx, { tenant, kind, by: 0, minimum: Math.max(...ids) });
}
