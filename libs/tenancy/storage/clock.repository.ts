import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BusinessTime, Clock } from '#platform/process/clock';
import { Database, type Executor, notification, NOTIFY, Statement, Table } from '#platform/database';
import type { Tenant } from '../model/tenant.js';
import { TenantClock } from '../model/tenant-clock.js';
import { ClockMapping } from './clock.mapping.js';
import { TENANTS_TOPIC } from './tenant.mapping.js';

const clocks = new Table(ClockMapping);

type DueTenant = Pick<Tenant, 'id' | 'slug' | 'currency'>;

/**
 * Statements that lock a clock until the transaction ends. They use advisory locks: shared row locks overtake a waiting
 * exclusive one, so that a busy shop could prevent a change of its clock.
 */
const lockWith = (lock: string) =>
  new Statement<object, { tenant: string }>(
    `clocks.${lock}`,
    `SELECT ${lock}(hashtext('tenancy.clocks'), hashtext(:tenant))`,
  );

const LOCKS = {
  shared: lockWith('pg_advisory_xact_lock_shared'),
  exclusive: lockWith('pg_advisory_xact_lock'),
};

const byTenant = new Statement<TenantClock, { tenant: string }>(
  'clocks.by-tenant',
  `SELECT ${clocks.selection} FROM ${clocks.name} WHERE tenant_id = :tenant`,
);

/** Condition for tenants that have not ended. No events become due in an ended tenant. */
const IS_LIVE = '(t.expires_at IS NULL OR t.expires_at > :now)';

const live = new Statement<TenantClock, { tenant: string; now: Date }>(
  'clocks.live',
  `SELECT ${clocks.selection} FROM ${clocks.name}
   WHERE tenant_id = :tenant AND EXISTS (SELECT FROM tenancy.tenants t WHERE t.id = :tenant AND ${IS_LIVE})`,
);

const due = new Statement<DueTenant, { now: Date; except: string[]; limit: number }>(
  'clocks.due',
  `SELECT t.id, t.slug, t.currency FROM ${clocks.name} c JOIN tenancy.tenants t ON t.id = c.tenant_id
   WHERE c.check_at <= :now AND c.tenant_id <> ALL(:except::text[]) AND ${IS_LIVE}
   ORDER BY c.check_at LIMIT :limit`,
);

/** Makes the worker check a clock when it reaches a time, unless it is frozen. The transaction must have locked the clock. */
export const checkBy = new Statement<object, { tenant: string; due: BusinessTime }>(
  'clocks.check-by',
  `WITH due AS (
     SELECT :due::timestamptz - make_interval(secs => offset_ms / 1000) AS at FROM ${clocks.name} WHERE tenant_id = :tenant
   )
   UPDATE ${clocks.name} c SET check_at = due.at FROM due
   WHERE c.tenant_id = :tenant AND c.mode <> 'frozen' AND (c.check_at IS NULL OR c.check_at > due.at)`,
);

@Injectable()
export class ClockRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns a real clock for a tenant without a saved one. */
  async get(tenantId: string, executor: Executor = this.database): Promise<TenantClock> {
    const row = await byTenant.first(executor, { tenant: tenantId });
    return row ? Object.assign(new TenantClock(), row) : TenantClock.real(tenantId, this.clock.now());
  }

  /** Loads a saved clock; undefined if the tenant has ended. */
  async findLive(tx: EntityManager, tenantId: string): Promise<TenantClock | undefined> {
    const row = await live.first(tx, { tenant: tenantId, now: this.clock.now() });
    return row && Object.assign(new TenantClock(), row);
  }

  /** Loads a saved clock and locks it exclusively; undefined if the tenant has ended, even during the wait for the lock. */
  async lockLive(tx: EntityManager, tenantId: string): Promise<TenantClock | undefined> {
    await LOCKS.exclusive.run(tx, { tenant: tenantId });
    return this.findLive(tx, tenantId);
  }

  /** Loads a clock. Until the transaction ends, `shared` prevents changes, and `exclusive` also shared locks. */
  async lock(tx: EntityManager, tenantId: string, strength: keyof typeof LOCKS): Promise<TenantClock> {
    await LOCKS[strength].run(tx, { tenant: tenantId });
    return this.get(tenantId, tx);
  }

  /** Saves a clock that the transaction has locked, and notifies all processes of the change. */
  async save(tx: EntityManager, slug: string, clock: TenantClock): Promise<void> {
    await tx.upsert(TenantClock, clock, ['tenantId']);
    await tx.query(NOTIFY, notification(TENANTS_TOPIC, slug));
  }

  /** The live tenants whose clocks the worker has to check now, longest waiting first. */
  listDue(now: Date, page: { except: string[]; limit: number }): Promise<DueTenant[]> {
    return due.run(this.database, { now, ...page });
  }
}
