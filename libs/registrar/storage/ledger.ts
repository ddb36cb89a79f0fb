import type { EntityManager } from 'typeorm';
import { type Executor, Statement } from '#platform/database';

/** Amounts of a tenant in cents: credited by operators, held for unfinished orders, and spent. */
export interface Account {
  credit: number;
  held: number;
  spent: number;
  dailyLimit: number;
}

const DEFAULT_DAILY_LIMIT = 10_000;

const ACCOUNT = 'credit::float8, held::float8, spent::float8, daily_limit::float8 AS "dailyLimit"';

const find = new Statement<Account, { tenant: string }>(
  'live-accounts.find',
  `SELECT ${ACCOUNT} FROM registrar.accounts WHERE tenant_id = :tenant`,
);

export const findAccount = async (executor: Executor, tenant: string): Promise<Account> =>
  (await find.first(executor, { tenant })) ?? { credit: 0, held: 0, spent: 0, dailyLimit: DEFAULT_DAILY_LIMIT };

export const availableOf = ({ credit, held, spent }: Account): number => credit - held - spent;

const lock = new Statement<Account, { tenant: string }>(
  'live-accounts.lock',
  `INSERT INTO registrar.accounts AS account (tenant_id) VALUES (:tenant)
   ON CONFLICT (tenant_id) DO UPDATE SET tenant_id = account.tenant_id RETURNING ${ACCOUNT}`,
);

/** Locks the account of a tenant until the end of the transaction. */
export const lockAccount = async (tx: EntityManager, tenant: string): Promise<Account> =>
  (await lock.first(tx, { tenant }))!;

const entryStatement = (kind: string, change: string) =>
  new Statement<never, { tenant: string; amount: number; order: string | null; reason: string | null; now: Date }>(
    `live-accounts.${kind}`,
    `WITH entry AS (
       INSERT INTO registrar.ledger (tenant_id, kind, amount, order_id, reason, at)
       VALUES (:tenant, '${kind}', :amount::bigint, :order, :reason, :now)
     )
     UPDATE registrar.accounts SET ${change} WHERE tenant_id = :tenant`,
  );

/** Kinds of ledger entries. Operators add `credit`, checkouts `hold`, outcomes the other kinds. */
const ENTRIES = {
  credit: entryStatement('credit', 'credit = credit + :amount::bigint'),
  hold: entryStatement('hold', 'held = held + :amount::bigint'),
  capture: entryStatement('capture', 'held = held - :amount::bigint, spent = spent + :amount::bigint'),
  release: entryStatement('release', 'held = held - :amount::bigint'),
};

interface Entry {
  kind: keyof typeof ENTRIES;
  tenant: string;
  amount: number;
  order?: string;
  reason?: string;
  now: Date;
}

/** Appends a ledger entry and changes the account, which `lockAccount` has created. */
export async function addEntry(tx: EntityManager, { kind, order, reason, ...entry }: Entry): Promise<void> {
  await ENTRIES[kind].run(tx, { ...entry, order: order ?? null, reason: reason ?? null });
}

export const setDailyLimit = new Statement<never, { tenant: string; limit: number }>(
  'live-accounts.set-limit',
  'UPDATE registrar.accounts SET daily_limit = :limit WHERE tenant_id = :tenant',
);

/** Sums the orders with a hold or a capture since a time. Released orders do not count, and each order counts once. */
const spentSince = new Statement<{ all: number; own: number }, { tenant: string; since: Date }>(
  'live-accounts.spent-since',
  `SELECT coalesce(sum(amount), 0)::float8 AS "all", coalesce(sum(amount) FILTER (WHERE tenant_id = :tenant), 0)::float8 AS own
   FROM (
     SELECT DISTINCT entry.order_id, entry.tenant_id, entry.amount FROM registrar.ledger entry
     WHERE entry.at >= :since AND entry.kind IN ('hold', 'capture')
       AND NOT EXISTS (SELECT FROM registrar.ledger later WHERE later.order_id = entry.order_id AND later.kind = 'release')
   ) orders`,
);

/** Amounts spent since a time: by all tenants (`all`) and by this tenant (`own`), in cents. */
export const readSpentSince = async (executor: Executor, tenant: string, since: Date) =>
  (await spentSince.first(executor, { tenant, since }))!;
