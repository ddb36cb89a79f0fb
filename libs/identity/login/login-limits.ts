import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';
import { LoginLimited, WrongCode, WrongPasskey } from '../model/errors.js';
import type { LoginLimit } from '../model/login-attempt.js';

/** Failed attempts counted under one key. `expire` is in milliseconds since 1970. */
interface LimitRow {
  key: string;
  points: number;
  expire: number;
}

/** Returns the rows whose window is still open. */
const readLimits = new Statement<LimitRow, { keys: string[]; now: number }>(
  'identity.login-limits',
  `SELECT key, points, expire::float8 AS expire FROM identity.login_limits WHERE key = ANY(:keys) AND expire > :now`,
);

/**
 * Adds one attempt to each key, and returns the updated rows. If the window of a key is over, a new one begins, which ends at its
 * time in `expires`. Locks rows in the order of their keys, as `decrementLimits` does: concurrent attempts cannot deadlock.
 */
const incrementLimits = new Statement<LimitRow, { keys: string[]; expires: number[]; now: number }>(
  'identity.increment-login-limits',
  `INSERT INTO identity.login_limits AS l (key, points, expire)
   SELECT key, 1, expire FROM unnest(:keys::text[], :expires::bigint[]) AS attempt (key, expire) ORDER BY key
   ON CONFLICT (key) DO UPDATE SET
     points = CASE WHEN l.expire <= :now THEN 1 ELSE l.points + 1 END,
     expire = CASE WHEN l.expire <= :now THEN excluded.expire ELSE l.expire END
   RETURNING key, points, expire::float8 AS expire`,
);

const decrementLimits = new Statement<never, { keys: string[] }>(
  'identity.decrement-login-limits',
  `UPDATE identity.login_limits l SET points = l.points - 1
   FROM (SELECT key FROM identity.login_limits WHERE key = ANY(:keys) ORDER BY key FOR UPDATE) locked
   WHERE l.key = locked.key AND l.points > 0`,
);

/** Limits failed logins. Attempts are counted in PostgreSQL, for all processes together. */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Refuses an attempt whose limits are used up, without writing anything: a flood of refused attempts must not grow
   * the table. PostgreSQL is asked each time, because a cached refusal would outlive a refund in another process.
   * @throws LoginLimited
   */
  async check(limits: LoginLimit[]): Promise<void> {
    const now = this.clock.millis();
    const rows = await readLimits.run(this.database, { keys: keysOf(limits), now });
    const exceeded = rows.filter(row => row.points >= maxOf(limits, row));
    refuse(exceeded, now);
  }

  /**
   * Counts an attempt against all of its limits, or against none when one of them is used up.
   * @throws LoginLimited
   */
  async consume(limits: LoginLimit[]): Promise<void> {
    const now = this.clock.millis();
    const expires = limits.map(({ windowMs }) => now + windowMs);
    await this.database.transaction(async tx => {
      const rows = await incrementLimits.run(tx, { keys: keysOf(limits), expires, now });
      const exceeded = rows.filter(row => row.points > maxOf(limits, row));
      refuse(exceeded, now);
    });
  }

  /**
   * Runs a check of a code or passkey. `WrongCode` and `WrongPasskey` count as failed attempts; other errors do not.
   * @throws LoginLimited
   */
  async attempt<Result>(limits: LoginLimit[], check: () => Promise<Result>): Promise<Result> {
    await this.check(limits);
    await this.consume(limits);
    let isWrong = false;
    try {
      return await check();
    } catch (error) {
      isWrong = error instanceof WrongCode || error instanceof WrongPasskey;
      throw error;
    } finally {
      if (!isWrong) await this.refund(limits);
    }
  }

  /** Takes back the count of an attempt that was not wrong. A failure is ignored: the count expires, and the outcome matters more. */
  async refund(limits: LoginLimit[]): Promise<void> {
    await decrementLimits.run(this.database, { keys: keysOf(limits) }).catch(() => {});
  }
}

const keysOf = (limits: LoginLimit[]): string[] => limits.map(({ key }) => key);

const maxOf = (limits: LoginLimit[], row: LimitRow): number => limits.find(({ key }) => key === row.key)?.max ?? 0;

function refuse(exceeded: LimitRow[], now: number): void {
  if (exceeded.length === 0) return;
  const expire = Math.max(...exceeded.map(row => row.expire));
  throw new LoginLimited(Math.ceil((expire - now) / 1_000));
}
