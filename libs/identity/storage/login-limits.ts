import { Statement } from '#platform/database';

/** Failed attempts counted under one key. `expire` is in milliseconds since 1970. */
export interface LimitRow {
  key: string;
  points: number;
  expire: number;
}

/** Returns the rows whose window is still open. */
export const readLimits = new Statement<LimitRow, { keys: string[]; now: number }>(
  'identity.login-limits',
  `SELECT key, points, expire::float8 AS expire FROM identity.login_limits WHERE key = ANY(:keys) AND expire > :now`,
);

/**
 * Adds one attempt to each key, and returns the rows as they are then. A key without an open window opens one, which ends
 * at the time of its `expires`. Locks rows in the order of their keys, as `decrementLimits` does: concurrent attempts
 * cannot deadlock.
 */
export const incrementLimits = new Statement<LimitRow, { keys: string[]; expires: number[]; now: number }>(
  'identity.increment-login-limits',
  `INSERT INTO identity.login_limits AS l (key, points, expire)
   SELECT key, 1, expire FROM unnest(:keys::text[], :expires::bigint[]) AS attempt (key, expire) ORDER BY key
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN l.expire <= :now THEN 1 ELSE l.points + 1 END,
     expire = CASE WHEN l.expire <= :now THEN excluded.expire ELSE l.expire END
   RETURNING key, points, expire::float8 AS expire`,
);

/** Removes one attempt from each key. */
export const decrementLimits = new Statement<never, { keys: string[] }>(
  'identity.decrement-login-limits',
  `UPDATE identity.login_limits l SET points = l.points - 1
   FROM (SELECT key FROM identity.login_limits WHERE key = ANY(:keys) ORDER BY key FOR UPDATE) locked
   WHERE l.key = locked.key AND l.points > 0`,
);
