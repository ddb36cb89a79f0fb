import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, Statement } from '#platform/database';
import type { NumberedKind } from './storage/number.mapping.js';

type Scope = { tenant: string; kind: NumberedKind };

const given = new Statement<{ key: string; id: number }, Scope & { keys: string[] }>(
  'facades.numbers',
  'SELECT key, id FROM facades.numbers WHERE tenant_id = :tenant AND kind = :kind AND key = ANY(:keys::text[])',
);

const keyById = new Statement<{ key: string }, Scope & { id: number }>(
  'facades.key-by-number',
  'SELECT key FROM facades.numbers WHERE tenant_id = :tenant AND kind = :kind AND id = :id',
);

/** Locks the counter until the transaction ends. */
const raise = new Statement<{ last: number }, Scope & { by: number; least: number }>(
  'facades.raise-last-number',
  `INSERT INTO facades.last_numbers AS known (tenant_id, kind, last)
   VALUES (:tenant, :kind, greatest(:by::integer, :least::integer))
   ON CONFLICT (tenant_id, kind) DO UPDATE SET last = greatest(known.last + :by::integer, :least::integer)
   RETURNING last`,
);

const add = new Statement<never, Scope & { keys: string[]; first: number }>(
  'facades.add-numbers',
  `INSERT INTO facades.numbers (tenant_id, kind, key, id)
   SELECT :tenant, :kind, key, :first::integer + position::integer - 1
   FROM unnest(:keys::text[]) WITH ORDINALITY AS missing (key, position)`,
);

/** Numbers a column of type integer can hold. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * The numbers under which facades show domains and orders. They count from 1 for each tenant and kind, are given when they
 * are first shown, stay until a reset, and are not reused.
 */
@Injectable()
export class Numbers {
  constructor(private readonly database: Database) {}

  /** The numbers of these keys; keys without one get the next numbers in this order. */
  async of(tenant: string, kind: NumberedKind, keys: string[]): Promise<ReadonlyMap<string, number>> {
    const known = await this.find(tenant, kind, keys);
    if (keys.every(key => known.has(key))) return known;
    return this.database.transaction(async tx => {
      await this.raise(tx, tenant, kind, { by: 0 });
      const found = await this.find(tenant, kind, keys, tx);
      const missing = [...new Set(keys.filter(key => !found.has(key)))];
      const last = await this.raise(tx, tenant, kind, { by: missing.length });
      const first = last - missing.length + 1;
      await add.run(tx, { tenant, kind, keys: missing, first });
      return new Map([...found, ...missing.map((key, index): [string, number] => [key, first + index])]);
    });
  }

  /** The key of a number that was given. */
  async keyOf(tenant: string, kind: NumberedKind, id: string | number): Promise<string | undefined> {
    const number = Number(id);
    if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) return undefined;
    return (await keyById.first(this.database, { tenant, kind, id: number }))?.key;
  }

  /** Gives the next number of a kind, without a key. */
  next(tx: EntityManager, tenant: string, kind: NumberedKind): Promise<number> {
    return this.raise(tx, tenant, kind, { by: 1 });
  }

  private async find(tenant: string, kind: NumberedKind, keys: string[], tx?: EntityManager) {
    const rows = await given.run(tx ?? this.database, { tenant, kind, keys });
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  private async raise(tx: EntityManager, tenant: string, kind: NumberedKind, { by }: { by: number }): Promise<number> {
    return (await raise.first(tx, { tenant, kind, by, least: 0 }))!.last;
  }
}

/** Lets the next number be higher than these, which came with a snapshot or a copy. */
export async function skipNumbers(tx: EntityManager, tenant: string, kind: NumberedKind, ids: number[]): Promise<void> {
  if (ids.length > 0) await raise.run(tx, { tenant, kind, by: 0, least: Math.max(...ids) });
}
