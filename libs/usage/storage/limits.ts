import { Statement } from '#platform/database';
import type { PeriodValues } from './senders.js';

export interface ExceededRow {
  /** Time of the first refused request of the minute. */
  at: Date;
  keyId: string;
  /** Refused requests of the minute, among the newest 10,000 of the range. */
  refused: number;
}

/**
 * Minutes in which keys exceeded their limits, newest first. The index by code finds the newest refused requests. There
 * can be millions, so LIMIT applies before the other filters.
 */
export const findExceeded = new Statement<ExceededRow, PeriodValues>(
  'usage.exceeded-limits',
  `SELECT min(at) AS at, key_id AS "keyId", count(*)::integer AS refused FROM (
     SELECT at, key_id, faulted, temporary_id FROM usage.requests
     WHERE tenant_id = :tenant AND code = 'RATE_LIMITED' AND status >= 400 AND at >= :from AND at < :to
     ORDER BY at DESC, id DESC LIMIT 10000
   ) refusals
   WHERE faulted IS NULL AND (:temporary::text IS NULL OR temporary_id = :temporary)
     AND (:only_key::text IS NULL OR key_id = :only_key)
   GROUP BY date_trunc('minute', at, 'UTC'), key_id ORDER BY 1 DESC, 2 LIMIT 20`,
);
