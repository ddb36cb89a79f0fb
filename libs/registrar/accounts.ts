import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { ValidationFailed } from '#platform/model';
import { type Actor, audit } from '#platform/security/audit';
import { toDecimal } from '#domains/contract';
import type { LiveAccount } from './contract.js';
import { checkReason } from './model/kill-switch.js';
import { availableOf, addEntry, findAccount, lockAccount, readSpentSince, setDailyLimit } from './storage/ledger.js';

/** Currency of the live API. */
export const CURRENCY = 'USD';

/** One million dollars; larger amounts are rejected as typing errors. */
const MAX_CENTS = 100_000_000;

export const dayOf = (now: Date): Date => new Date(now.toISOString().slice(0, 10));

/**
 * Prepaid accounts of tenants for live orders. Operators add credit and set limits; checkouts and outcomes add ledger
 * entries.
 */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async view(tenantId: string): Promise<LiveAccount> {
    const account = await findAccount(this.database, tenantId);
    const { own } = await readSpentSince(this.database, tenantId, dayOf(this.clock.now()));
    const { credit, held, spent, dailyLimit } = account;
    return {
      currency: CURRENCY,
      credit: toDecimal(credit, CURRENCY),
      held: toDecimal(held, CURRENCY),
      spent: toDecimal(spent, CURRENCY),
      available: toDecimal(availableOf(account), CURRENCY),
      daily_limit: toDecimal(dailyLimit, CURRENCY),
      spent_today: toDecimal(own, CURRENCY),
    };
  }

  /**
   * Adds credit to a tenant; a negative amount withdraws available credit.
   * @throws ValidationFailed · InvalidReason
   */
  async credit(tenantId: string, request: { amount: string; reason: string }, by: Actor): Promise<LiveAccount> {
    const amount = centsOf('amount', request.amount);
    const reason = checkReason(request.reason);
    const now = this.clock.now();
    await this.database.transaction(async tx => {
      const before = await lockAccount(tx, tenantId);
      if (availableOf(before) + amount < 0)
        throw ValidationFailed.of('amount', 'must not take back more than is available');
      await addEntry(tx, { kind: 'credit', tenant: tenantId, amount, reason, now });
      const change = { tenantId, action: 'registrar.credit', subject: tenantId };
      const after = { credit: before.credit + amount, reason };
      await audit(tx, by, { ...change, before: { credit: before.credit }, after }, now);
    });
    return this.view(tenantId);
  }

  /** @throws ValidationFailed */
  async limit(tenantId: string, daily: string, by: Actor): Promise<LiveAccount> {
    const limit = centsOf('daily', daily);
    if (limit < 0) throw ValidationFailed.of('daily', 'must not be negative');
    await this.database.transaction(async tx => {
      const { dailyLimit } = await lockAccount(tx, tenantId);
      await setDailyLimit.run(tx, { tenant: tenantId, limit });
      const change = { tenantId, action: 'registrar.limit', subject: tenantId };
      await audit(tx, by, { ...change, before: { daily: dailyLimit }, after: { daily: limit } }, this.clock.now());
    });
    return this.view(tenantId);
  }
}

/** @throws ValidationFailed */
function centsOf(field: string, amount: string): number {
  const cents = Math.round(Number(amount) * 100);
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount) || Math.abs(cents) > MAX_CENTS)
    throw ValidationFailed.of(field, 'must be an amount in US dollars, such as 250.00');
  return cents;
}
