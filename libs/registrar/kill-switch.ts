import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, type Executor, notification, Notifications, NOTIFY, Statement } from '#platform/database';
import { readPage } from '#platform/http';
import { OpaqueIds } from '#platform/security/secrets';
import { HISTORY_PREFIX, type SwitchHistory, type SwitchHistoryQuery, type SwitchView } from './contract.js';
import { checkReason, type SwitchState } from './model/kill-switch.js';

/** Topic and subject of notifications about the switch. */
export const TOPIC = 'registrar';
export const SWITCH_ID = 'switch';

const LOCK = `hashtext('registrar.kill_switch')`;

/** Scope of the cursors. They have no owner, because all tenants share the switch. */
const SCOPE = { prefix: HISTORY_PREFIX, owner: null };

const OFF: SwitchState = { on: false, reason: null, changedBy: null, changedAt: null };

/** Changes, newest first; `before` is the last ID of the previous page. */
const changes = new Statement<SwitchState & { id: string }, { before: string | null; limit: number }>(
  'registrar.history',
  `SELECT id, "on", reason, changed_by AS "changedBy", changed_at AS "changedAt" FROM registrar.kill_switch
   WHERE :before::bigint IS NULL OR id < :before ORDER BY id DESC LIMIT :limit`,
);

const append = new Statement<never, { on: boolean; reason: string; by: string; now: Date }>(
  'registrar.set',
  'INSERT INTO registrar.kill_switch ("on", reason, changed_by, changed_at) VALUES (:on, :reason, :by, :now)',
);

/** Switches the live registrar API on and off. */
@Injectable()
export class KillSwitch {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly ids: OpaqueIds,
  ) {}

  async state(executor: Executor = this.database): Promise<SwitchState> {
    return (await changes.first(executor, { before: null, limit: 1 })) ?? OFF;
  }

  /** Returns whether the switch is on, and blocks changes of the switch until the transaction ends. */
  async isOnUntilCommit(tx: EntityManager): Promise<boolean> {
    await tx.query(`SELECT pg_advisory_xact_lock_shared(${LOCK})`);
    return (await this.state(tx)).on;
  }

  view({ on, reason, changedBy, changedAt }: SwitchState): SwitchView {
    return { state: nameOf(on), reason, changed_by: changedBy, changed_at: changedAt?.toISOString() ?? null };
  }

  /** @throws UnknownId when `before` is not from an earlier page */
  async history({ before, limit }: SwitchHistoryQuery): Promise<SwitchHistory> {
    const position = before === undefined ? null : this.ids.decodeField(SCOPE, 'before', before);
    const { rows, next } = await readPage(
      limit,
      count => changes.run(this.database, { before: position, limit: count }),
      row => this.ids.encode(SCOPE, row.id),
    );
    return { entries: rows.map(row => this.view(row)), next };
  }

  /**
   * Changes the switch, and returns when every process applies the change. The history records who changed it and why.
   * @throws InvalidReason
   */
  async set({ on, ...change }: { on: boolean; reason: string }, by: Actor): Promise<SwitchState> {
    const reason = checkReason(change.reason);
    const now = this.clock.now();
    await this.database.transaction(async tx => {
      // Concurrent changes wait, so that the audit log shows the state before each of them.
      await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      const before = { state: nameOf((await this.state(tx)).on) };
      await append.run(tx, { on, reason, by: by.name, now });
      const after = { state: nameOf(on), reason };
      await audit(tx, by, { action: `registrar.${after.state}`, subject: SWITCH_ID, before, after }, now);
      await tx.query(NOTIFY, notification(TOPIC, SWITCH_ID));
    });
    await this.notifications.confirmed();
    return { on, reason, changedBy: by.name, changedAt: now };
  }
}

const nameOf = (on: boolean) => (on ? 'on' : 'off');
