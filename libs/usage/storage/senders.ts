import { permanentTenantIdOf, type PathTenant } from '#identity/access';
import { Statement } from '#platform/database';

export interface SenderRow {
  keyId: string;
  temporaryId: string | null;
  userAgent: string | null;
  requests: number;
  refused: number;
}

/** `temporary` and `only_key` select the requests of one temporary tenant and of one key; null selects all. */
export type PeriodValues = { tenant: string; temporary: string | null; only_key: string | null; from: Date; to: Date };

/** Selects the requests that a tenant can see in a period, of all keys or of one. */
export const periodValues = (
  tenant: PathTenant,
  { from, to, key }: { from: Date; to: Date; key?: string | undefined },
): PeriodValues => ({
  tenant: permanentTenantIdOf(tenant),
  temporary: tenant.parentId === null ? null : tenant.id,
  only_key: key ?? null,
  from,
  to,
});

/** The keys and clients that sent the most requests after `from`, up to `to`. */
export const rankSenders = new Statement<SenderRow, PeriodValues>(
  'usage.senders',
  `SELECT key_id AS "keyId", temporary_id AS "temporaryId", user_agent AS "userAgent", count(*)::integer AS requests,
     count(*) FILTER (WHERE status = 429)::integer AS refused
   FROM usage.requests WHERE tenant_id = :tenant AND (:temporary::text IS NULL OR temporary_id = :temporary)
     AND (:only_key::text IS NULL OR key_id = :only_key) AND at > :from AND at <= :to
   GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 10`,
);
