import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Executor, Statement, Table } from '#platform/database';
import { ClockChange } from '../model/clock-change.js';
import { ClockChangeMapping } from './clock-change.mapping.js';

const changes = new Table(ClockChangeMapping);

type Progress = Pick<ClockChange, 'total' | 'isFinished'>;

/** Keeps the list unless there is a new one: a long list would be written again with each of many steps. */
const update = new Statement<never, Record<string, unknown>>(
  'clock-changes.update',
  `UPDATE ${changes.name}
   SET happened = coalesce(:happened::jsonb, happened), total = :total, changed_at = :changed_at,
     is_finished = :is_finished
   WHERE id = :id`,
);

const progress = new Statement<Progress, { id: string }>(
  'clock-changes.progress',
  `SELECT total, is_finished AS "isFinished" FROM ${changes.name} WHERE id = :id`,
);

const byId = new Statement<ClockChange, { id: string }>(
  'clock-changes.by-id',
  `SELECT ${changes.selection} FROM ${changes.name} WHERE id = :id`,
);

interface AbandonedChange {
  id: string;
  tenantId: string;
  slug: string;
  currency: string;
}

const abandoned = new Statement<AbandonedChange, { before: Date }>(
  'clock-changes.abandoned',
  `SELECT c.id, c.tenant_id AS "tenantId", t.slug, t.currency FROM ${changes.name} c JOIN tenancy.tenants t ON t.id = c.tenant_id
   WHERE NOT c.is_finished AND c.changed_at < :before ORDER BY c.changed_at LIMIT 10`,
);

/** Changes of clocks, finished and in progress. */
@Injectable()
export class ClockChanges {
  constructor(private readonly database: Database) {}

  async insert(tx: EntityManager, change: ClockChange): Promise<void> {
    await tx.insert(ClockChange, change);
  }

  async update(tx: EntityManager, change: ClockChange, { isListChanged }: { isListChanged: boolean }): Promise<void> {
    const values = changes.valuesOf(change);
    await update.run(tx, { ...values, happened: isListChanged ? values.happened : null });
  }

  async get(id: string, executor: Executor = this.database): Promise<ClockChange> {
    const row = await byId.first(executor, { id });
    if (!row) throw new Error(`The clock change ${id} does not exist`);
    return Object.assign(new ClockChange(), row);
  }

  /** The current state of a change, which is loaded again only if another process has made a step. */
  async refresh(tx: EntityManager, change: ClockChange): Promise<ClockChange> {
    const { total, isFinished } = (await progress.first(tx, { id: change.id }))!;
    return total === change.total && isFinished === change.isFinished ? change : this.get(change.id, tx);
  }

  /** Changes without a step since `before`, because their process ended. */
  listAbandoned(before: Date) {
    return abandoned.run(this.database, { before });
  }
}
