import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, Statement } from '#platform/database';
import { ClockChange } from '../model/clock-change.js';

interface AbandonedChange {
  id: string;
  tenantId: string;
  slug: string;
  currency: string;
}

const abandoned = new Statement<AbandonedChange, { before: Date }>(
  'clock-changes.abandoned',
  `SELECT change.id, change.tenant_id AS "tenantId", tenant.slug, tenant.currency
   FROM testcontrol.clock_changes change JOIN tenancy.tenants tenant ON tenant.id = change.tenant_id
   WHERE NOT change.is_finished AND change.changed_at < :before ORDER BY change.changed_at LIMIT 10`,
);

/** Changes of clocks, finished and in progress. */
@Injectable()
export class ClockChanges {
  constructor(private readonly database: Database) {}

  async insert(tx: EntityManager, change: ClockChange): Promise<void> {
    await tx.insert(ClockChange, change);
  }

  /** Writes the list of events only if it has changed, because a long list would slow down each of many steps. */
  async update(tx: EntityManager, change: ClockChange, { isListChanged }: { isListChanged: boolean }): Promise<void> {
    const { id, listedEvents, eventCount, changedAt, isFinished } = change;
    await tx.update(ClockChange, id, { eventCount, changedAt, isFinished, ...(isListChanged && { listedEvents }) });
  }

  get(id: string, manager = this.database.manager): Promise<ClockChange> {
    return manager.findOneByOrFail(ClockChange, { id });
  }

  /** Changes without a step since `before`, because their process ended. */
  listAbandoned(before: Date) {
    return abandoned.run(this.database, { before });
  }
}
