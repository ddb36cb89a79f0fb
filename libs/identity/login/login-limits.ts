import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { LoginLimited } from '../model/errors.js';
import type { LoginLimit } from '../model/login-attempt.js';
import { decrementLimits, incrementLimits, type LimitRow, readLimits } from '../storage/login-limits.js';

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
   * Runs a check that throws if its answer is wrong. Every check counts until it has succeeded.
   * @throws LoginLimited
   */
  async attempt<Result>(limits: LoginLimit[], check: () => Promise<Result>): Promise<Result> {
    await this.check(limits);
    await this.consume(limits);
    const result = await check();
    await this.refund(limits);
    return result;
  }

  /** Takes back an attempt that turned out to have the right password. */
  async refund(limits: LoginLimit[]): Promise<void> {
    await decrementLimits.run(this.database, { keys: keysOf(limits) });
  }
}

const keysOf = (limits: LoginLimit[]): string[] => limits.map(({ key }) => key);

const maxOf = (limits: LoginLimit[], row: LimitRow): number => limits.find(({ key }) => key === row.key)?.max ?? 0;

function refuse(exceeded: LimitRow[], now: number): void {
  if (exceeded.length === 0) return;
  const expire = Math.max(...exceeded.map(row => row.expire));
  throw new LoginLimited(Math.ceil((expire - now) / 1_000));
}
