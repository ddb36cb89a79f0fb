import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/process/clock';
import {
  Database,
  type Executor,
  notification,
  Notifications,
  NotifiedCache,
  NOTIFY,
  rowsOf,
  Statement,
  Table,
} from '#platform/database';
import { FaultRule } from '../model/fault-rule.js';
import { FaultRuleMapping } from './fault-rule.mapping.js';

const rules = new Table(FaultRuleMapping);

/** Topic of notifications that the rules of a tenant have changed. */
export const FAULTS_TOPIC = 'faults';

const IS_LIVE = 'expires_at > :now AND seen < skip + times';
const OLDEST_FIRST = 'ORDER BY created_at, id';

interface Moment extends Record<string, unknown> {
  tenant: string;
  now: Date;
}

/** Advisory lock until the transaction ends, so that concurrent requests do not add more than the maximum number of rules. */
const lock = new Statement<object, { tenant: string }>(
  'faults.lock',
  `SELECT pg_advisory_xact_lock(hashtext('testcontrol.faults'), hashtext(:tenant))`,
);

const countLive = new Statement<{ count: number }, Moment>(
  'faults.count-live',
  `SELECT count(*)::integer AS count FROM ${rules.name} WHERE tenant_id = :tenant AND ${IS_LIVE}`,
);

const live = new Statement<FaultRule, { tenants: string[]; now: Date }>(
  'faults.live',
  `SELECT ${rules.selection} FROM ${rules.name} WHERE tenant_id = ANY(:tenants) AND ${IS_LIVE} ${OLDEST_FIRST}`,
);

/** All live rules, and the newest rules that are used up. */
const unexpired = new Statement<FaultRule, Moment & { limit: number }>(
  'faults.unexpired',
  `SELECT ${rules.selection} FROM (
     SELECT * FROM ${rules.name} WHERE tenant_id = :tenant AND expires_at > :now
     ORDER BY seen < skip + times DESC, created_at DESC, id DESC LIMIT :limit
   ) AS listed ${OLDEST_FIRST}`,
);

/** Counts a request for the oldest live rule, or for the next one if others use it up during the wait for its lock. */
const claim = new Statement<{ id: string; applies: boolean; isUsedUp: boolean }, Moment & { ids: string[] }>(
  'faults.claim',
  `WITH oldest AS (
     SELECT id FROM ${rules.name} WHERE tenant_id = :tenant AND id = ANY(:ids) AND ${IS_LIVE}
     ${OLDEST_FIRST} LIMIT 1 FOR UPDATE
   )
   UPDATE ${rules.name} AS rule SET seen = seen + 1 FROM oldest WHERE rule.tenant_id = :tenant AND rule.id = oldest.id
   RETURNING rule.id, seen > skip AS applies, seen = skip + times AS "isUsedUp"`,
);

/** Locks the live rules for events, oldest first, so that transactions that record events count one after the other. */
const lockForEvents = new Statement<FaultRule, Moment>(
  'faults.lock-for-events',
  `SELECT ${rules.selection} FROM ${rules.name}
   WHERE tenant_id = :tenant AND fault ->> 'kind' = 'webhook' AND ${IS_LIVE} ${OLDEST_FIRST} FOR UPDATE`,
);

const count = new Statement<never, { tenant: string; id: string; seen: number }>(
  'faults.count',
  `UPDATE ${rules.name} SET seen = :seen WHERE tenant_id = :tenant AND id = :id`,
);

const remove = new Statement<FaultRule, Moment & { id: string | null }>(
  'faults.remove',
  `DELETE FROM ${rules.name} WHERE tenant_id = :tenant AND id = coalesce(:id, id) AND expires_at > :now
   RETURNING ${rules.selection}`,
);

/** The fault rules of all tenants. Changes are announced to all processes. */
@Injectable()
export class FaultRules {
  /** The live rules of each tenant that has any, some of which may have expired since. Other tenants need no query. */
  readonly cache: NotifiedCache<FaultRule[]>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    notifications: Notifications,
  ) {
    this.cache = new NotifiedCache(FAULTS_TOPIC, notifications, tenants => this.listLive(tenants));
  }

  /** Whether the tenant is known to have no live rules, without a query. */
  isKnownEmpty(tenantId: string): boolean {
    return this.cache.peek(tenantId) === null;
  }

  /** Locks the rules of a tenant against other additions, and counts the live ones. */
  async lockAndCount(tx: EntityManager, tenant: string): Promise<number> {
    await lock.run(tx, { tenant });
    return (await countLive.first(tx, { tenant, now: this.clock.now() }))!.count;
  }

  async insert(tx: EntityManager, rule: FaultRule): Promise<void> {
    await tx.insert(FaultRule, rule);
    await announce(tx, rule.tenantId);
  }

  /** The live rules of each tenant that has any, oldest first. */
  private async listLive(tenants: string[]): Promise<Map<string, FaultRule[]>> {
    const found = new Map<string, FaultRule[]>();
    for (const row of await live.run(this.database, { tenants, now: this.clock.now() })) {
      const rule = Object.assign(new FaultRule(), row);
      found.set(rule.tenantId, [...(found.get(rule.tenantId) ?? []), rule]);
    }
    return found;
  }

  async listUnexpired(tenant: string, limit: number): Promise<FaultRule[]> {
    const rows = await unexpired.run(this.database, { tenant, now: this.clock.now(), limit });
    return rows.map(row => Object.assign(new FaultRule(), row));
  }

  /** Counts a request for the oldest live rule with one of these IDs. Returns undefined without a live rule. */
  async claim(
    tenant: string,
    ids: string[],
    executor: Executor = this.database,
  ): Promise<{ id: string; applies: boolean } | undefined> {
    const claimed = await claim.first(executor, { tenant, ids, now: this.clock.now() });
    // The notification only saves later requests a query, so it may be lost.
    if (claimed?.isUsedUp) await announce(executor, tenant);
    return claimed;
  }

  /** The live rules for events, oldest first. They are locked until the transaction ends. */
  async lockForEvents(tx: EntityManager, tenant: string): Promise<FaultRule[]> {
    const rows = await lockForEvents.run(tx, { tenant, now: this.clock.now() });
    return rows.map(row => Object.assign(new FaultRule(), row));
  }

  /** Saves the number of events that a locked rule has counted. */
  async saveCount(tx: EntityManager, { tenantId: tenant, id, seen, remaining }: FaultRule): Promise<void> {
    await count.run(tx, { tenant, id, seen });
    if (remaining === 0) await announce(tx, tenant);
  }

  /** Removes an unexpired rule, or all those of the tenant. Returns the removed rules. */
  async remove(tx: EntityManager, tenant: string, id: string | null = null): Promise<FaultRule[]> {
    const removed = await remove.run(tx, { tenant, id, now: this.clock.now() });
    await announce(tx, tenant);
    return removed.map(row => Object.assign(new FaultRule(), row));
  }
}

const announce = (executor: Executor, tenant: string) =>
  rowsOf(executor, { text: NOTIFY, values: notification(FAULTS_TOPIC, tenant) });
