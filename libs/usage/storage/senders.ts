import { type Executor, Statement } from '#platform/database';

export interface SenderRow {
  keyId: string;
  temporaryId: string | null;
  userAgent: string | null;
  requests: number;
  refused: number;
}

/** `temporary` and `only_key` restrict the count to one temporary tenant and to one key; null counts all. */
type Values = { tenant: string; temporary: string | null; only_key: string | null; from: Date; to: Date };

const rank = new Statement<SenderRow, Values>(
  'usage.senders',
  `SELECT key_id AS "keyId", temporary_id AS "temporaryId", user_agent AS "userAgent", count(*)::integer AS requests,
     count(*) FILTER (WHERE status = 429)::integer AS refused
   FROM usage.requests WHERE tenant_id = :tenant AND (:temporary::text IS NULL OR temporary_id = :temporary)
     AND (:only_key::text IS NULL OR key_id = :only_key) AND at > :from AND at <= :to
   GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 10`,
);

/** The keys and clients that sent the most requests in a period. */
export const rankSenders = (executor: Executor, values: Values): Promise<SenderRow[]> => rank.run(executor, values);
