import { Statement } from '#platform/database';

/** A host whose TXT record is to be checked. */
export interface DueHost {
  tenantId: string;
  name: string;
}

/** Takes hosts that are due for a check. Other workers skip them until `again`, unless their check is recorded before. */
export const takeDueHosts = new Statement<DueHost, { now: Date; again: Date; limit: number }>(
  'tenancy.take-due-hosts',
  `WITH due AS MATERIALIZED (
     SELECT tenant_id, host FROM tenancy.hosts WHERE check_at <= :now
     ORDER BY check_at LIMIT :limit FOR UPDATE SKIP LOCKED
   )
   UPDATE tenancy.hosts h SET check_at = :again FROM due WHERE (h.tenant_id, h.host) = (due.tenant_id, due.host)
   RETURNING h.tenant_id AS "tenantId", h.host AS name`,
);
