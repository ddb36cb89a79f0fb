import { Statement } from '#platform/database';
import type { Difference, DomainExpiry, MoneyDifference } from '../model/differences.js';

/** A reconciliation and its result. */
export interface Reconciliation {
  /** Null while it runs, and after a failure. */
  differences: Difference[] | null;
  /** Why it failed. */
  error: string | null;
}

/**
 * Begins a reconciliation. If it exists already, restarts it only if it has no result and started before `staleBefore`;
 * otherwise returns no row.
 */
export const begin = new Statement<{ id: string }, { id: string; now: Date; staleBefore: Date }>(
  'reconciliations.begin',
  `INSERT INTO registrar.reconciliations AS run (id, started_at) VALUES (:id, :now)
   ON CONFLICT (id) DO UPDATE SET started_at = :now, ended_at = NULL, error = NULL
     WHERE run.differences IS NULL AND run.started_at < :staleBefore
   RETURNING id`,
);

export const end = new Statement<never, { id: string; now: Date; differences: string | null; error: string | null }>(
  'reconciliations.end',
  `UPDATE registrar.reconciliations SET ended_at = :now, differences = :differences::jsonb, error = :error WHERE id = :id`,
);

export const find = new Statement<Reconciliation, { id: string }>(
  'reconciliations.find',
  `SELECT differences, error FROM registrar.reconciliations WHERE id = :id`,
);

export const findLatest = new Statement<Reconciliation, Record<string, never>>(
  'reconciliations.find-latest',
  'SELECT differences, error FROM registrar.reconciliations WHERE differences IS NOT NULL ORDER BY ended_at DESC LIMIT 1',
);

/** All registrations. */
export const listExpiries = new Statement<DomainExpiry, Record<string, never>>(
  'reconciliations.expiries',
  'SELECT domain, expires_at AS "expiresAt" FROM registrar.registrations ORDER BY domain',
);

export const listUnfinishedDomains = new Statement<{ domain: string }, Record<string, never>>(
  'reconciliations.unfinished',
  `SELECT domain FROM registrar.orders WHERE domain_status = 'pending'`,
);

/** Orders that were registered or renewed after the start of the last successful reconciliation; before the first one, after `since`. */
export const listCompleted = new Statement<
  { domain: string; kind: 'registration' | 'renewal'; years: number; total: number },
  { since: Date }
>(
  'reconciliations.completed',
  `SELECT domain, kind, years, total FROM registrar.orders
   WHERE domain_status = 'registered' AND ended_at >= coalesce(
     (SELECT max(started_at) FROM registrar.reconciliations WHERE differences IS NOT NULL), :since)
   ORDER BY id`,
);

/** Copies the expiry from the registrar if ours has not changed since the comparison. */
export const moveExpiry = new Statement<never, { domain: string; here: string; there: string }>(
  'reconciliations.move-expiry',
  `UPDATE registrar.registrations SET expires_at = :there::timestamptz
   WHERE domain = :domain AND expires_at = :here::timestamptz`,
);

/** Accounts that differ from the orders of their tenants, in dollars. One statement, so that both are from one snapshot. */
export const compareMoney = new Statement<MoneyDifference, Record<string, never>>(
  'reconciliations.money',
  `WITH orders AS (
     SELECT tenant_id, coalesce(sum(total) FILTER (WHERE domain_status = 'pending'), 0) AS unfinished,
       coalesce(sum(total) FILTER (WHERE domain_status = 'registered'), 0) AS registered
     FROM registrar.orders GROUP BY tenant_id
   ),
   sides AS (
     SELECT tenant_id AS tenant, account.held, account.spent, coalesce(unfinished, 0) AS unfinished, coalesce(registered, 0) AS registered
     FROM registrar.accounts account FULL JOIN orders USING (tenant_id)
   )
   SELECT 'holds' AS kind, tenant, (coalesce(held, 0) / 100.0)::float8 AS account, (unfinished / 100.0)::float8 AS orders FROM sides
   WHERE coalesce(held, 0) <> unfinished
   UNION ALL
   SELECT 'captures', tenant, (coalesce(spent, 0) / 100.0)::float8, (registered / 100.0)::float8 FROM sides WHERE coalesce(spent, 0) <> registered
   ORDER BY tenant, kind`,
);

/**
 * Selects unused contacts: their order failed, or was completed with another contact. `orders[i]` is the label
 * of `contacts[i]`: the ID of the order that the contact was created for.
 */
export const findSpareContacts = new Statement<{ contact: string }, { contacts: string[]; orders: string[] }>(
  'reconciliations.spare-contacts',
  `SELECT labeled.contact FROM unnest(:contacts::text[], :orders::text[]) AS labeled (contact, order_id)
   JOIN registrar.orders ON orders.id = labeled.order_id
   WHERE domain_status = 'failed' OR (domain_status = 'registered' AND orders.contact IS DISTINCT FROM labeled.contact)`,
);
