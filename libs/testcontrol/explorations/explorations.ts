import { Injectable } from '@nestjs/common';
import { Database, Statement } from '#platform/database';
import { Clock } from '#platform/process/clock';
import { newId } from '#platform/security/ids';
import type {
  ExplorationAdded,
  ExplorationReport,
  ExplorationSummary,
  ExplorationView,
  UnconfirmedFinding,
} from '../contract.js';
import { ExplorationNotFound } from '../model/errors.js';
import { MAX_EXPLORATIONS } from '../model/exploration.js';

interface NewExploration extends Record<string, unknown> {
  tenant: string;
  id: string;
  summary: Omit<ExplorationSummary, 'id'>;
  report: ExplorationReport;
  now: Date;
}

/** The deletion does not see the new row, so it keeps one row fewer. IDs sort by real time. */
const add = new Statement<never, NewExploration>(
  'explorations.add',
  `WITH added AS (
     INSERT INTO testcontrol.explorations (tenant_id, id, summary, report, created_at)
     VALUES (:tenant, :id, :summary, :report, :now)
   )
   DELETE FROM testcontrol.explorations WHERE tenant_id = :tenant AND id IN (
     SELECT id FROM testcontrol.explorations WHERE tenant_id = :tenant
     ORDER BY id DESC OFFSET ${MAX_EXPLORATIONS - 1}
   )`,
);

const list = new Statement<{ id: string; summary: Omit<ExplorationSummary, 'id'> }, { tenant: string }>(
  'explorations.list',
  `SELECT id, summary FROM testcontrol.explorations WHERE tenant_id = :tenant
   ORDER BY id DESC LIMIT ${MAX_EXPLORATIONS}`,
);

const get = new Statement<{ report: ExplorationReport }, { tenant: string; id: string }>(
  'explorations.get',
  `SELECT report FROM testcontrol.explorations WHERE tenant_id = :tenant AND id = :id`,
);

/** Reports of the explorations of tenants. They are kept at a reset, and removed with the tenant. */
@Injectable()
export class Explorations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds a report. The oldest one of the tenant is removed if there are too many. */
  async add(tenant: string, report: ExplorationReport): Promise<ExplorationAdded> {
    const id = newId('exp');
    const { plans: _, findings, ...facts } = report;
    const summary = { ...facts, findings: findings.map(summaryOf) };
    await add.run(this.database, { tenant, id, summary, report, now: this.clock.now() });
    return { id };
  }

  /** The explorations of a tenant, newest first. */
  async list(tenant: string): Promise<ExplorationSummary[]> {
    const rows = await list.run(this.database, { tenant });
    return rows.map(({ id, summary }) => Object.assign(summary, { id }));
  }

  /** @throws ExplorationNotFound */
  async get(tenant: string, id: string): Promise<ExplorationView> {
    const row = await get.first(this.database, { tenant, id });
    if (!row) throw new ExplorationNotFound();
    return { id, ...row.report };
  }
}

const summaryOf = ({ oracle, title, plan }: UnconfirmedFinding): UnconfirmedFinding => ({ oracle, title, plan });
