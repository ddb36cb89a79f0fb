import type { EntityManager } from 'typeorm';
import { type Executor, Statement } from '#platform/database';

/** The money of a tenant in cents: what the operator has credited, what open orders hold, and what was spent. */
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

/** How each kind of entry changes an account. `credit` is added by an operator, `hold` by a checkout. */
const CHANGES = {
  credit: 'credit = credit + :amount',
  hold: 'held = held + :amount',
  capture: 'held = held - :amount, spent = spent + :amount',
  release: 'held = held - :amount',
};

type EntryKind = keyof typeof CHANGES;

const addEntry = (kind: EntryKind) =>
  new Statement<never, { tenant: string; amount: number; order: string | null; reason: string | null; now: Date }>(
    `live-accounts.${kind}`,
    `WITH entry AS (
       INSERT INTO registrar.ledger (tenant_id, kind, amount, order_id, reason, at)
       VALUES (:tenant, '${kind}', :amount::bigint, :order, :reason, :now)
     )
     UPDATE registrar.accounts SET ${CHANGES[kind].replaceAll(':amount', ':amount::bigint')} WHERE tenant_id = :tenant`,
  );

const ENTRIES = {
  credit: addEntry('credit'),
  hold: addEntry('hold'),
  capture: addEntry('capture'),
  release: addEntry('release'),
};

interface Entry {
  kind: EntryKind;
  tenant: string;
  amount: number;
  order?: string;
  reason?: string;
  now: Date;
}

/** Appends an entry and changes the account, which exists: the transaction, or an earlier one, has locked it. */
export async function enter(tx: EntityManager, { kind, order, reason, ...entry }: Entry): Promise<void> {
  await ENTRIES[kind].run(tx, { ...entry, order: order ?? null, reason: reason ?? null });
}

export const setDailyLimit = new Statement<never, { tenant: string; limit: number }>(
  'live-accounts.set-limit',
  'UPDATE registrar.accounts SET daily_limit = :limit WHERE tenant_id = :tenant',
);

/** Orders with a hold or a capture since a time; released ones do not count, and none counts twice. */
const spentSince = new Statement<{ all: number; own: number }, { tenant: string; since: Date }>(
  'live-accounts.spent-since',
  `SELECT coalesce(sum(amount), 0)::float8 AS "all", coalesce(sum(amount) FILTER (WHERE tenant_id = :tenant), 0)::float8 AS own
   FROM (
     SELECT DISTINCT e.order_id, e.tenant_id, e.amount FROM registrar.ledger e
     WHERE e.at >= :since AND e.kind IN ('hold', 'capture')
       AND NOT EXISTS (SELECT FROM registrar.ledger r WHERE r.order_id = e.order_id AND r.kind = 'release')
   ) orders`,
);

/** What was spent since a time, by all tenants and by one. */
export const readSpentSince = async (executor: Executor, tenant: string, since: Date) =>
  (await spentSince.first(executor, { tenant, since }))!;
