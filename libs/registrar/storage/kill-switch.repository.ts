import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Database, notification, NOTIFY, Statement } from '#platform/database';
import type { SwitchState } from '../model/kill-switch.js';

/** Topic and subject of its notifications. */
export const TOPIC = 'registrar';
export const SWITCH_ID = 'switch';

const OFF: SwitchState = { on: false, reason: null, changedBy: null, changedAt: null };

/** A change of the switch. */
export interface ChangeRow extends SwitchState {
  id: string;
}

const history = new Statement<ChangeRow, { before: string | null; limit: number }>(
  'registrar.history',
  `SELECT id, "on", reason, changed_by AS "changedBy", changed_at AS "changedAt" FROM registrar.kill_switch
   WHERE :before::bigint IS NULL OR id < :before ORDER BY id DESC LIMIT :limit`,
);

const append = new Statement<never, { on: boolean; reason: string; by: string; now: Date }>(
  'registrar.set',
  'INSERT INTO registrar.kill_switch ("on", reason, changed_by, changed_at) VALUES (:on, :reason, :by, :now)',
);

const stateOf = (on: boolean) => (on ? 'on' : 'off');

@Injectable()
export class KillSwitchRepository {
  constructor(private readonly database: Database) {}

  async state(): Promise<SwitchState> {
    return (await history.first(this.database, { before: null, limit: 1 })) ?? OFF;
  }

  /** Newest first; `before` is the last ID of the previous page. */
  history(before: string | null, limit: number): Promise<ChangeRow[]> {
    return history.run(this.database, { before, limit });
  }

  async set(change: { on: boolean; reason: string; now: Date }, by: Actor): Promise<void> {
    await this.database.transaction(async tx => {
      // Serializes changes, so that the audit log shows the state before each change correctly.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('registrar.kill_switch'))`);
      const before = (await history.first(tx, { before: null, limit: 1 })) ?? OFF;
      await append.run(tx, { ...change, by: by.name });
      const [oldState, state] = [stateOf(before.on), stateOf(change.on)];
      const after = { state, reason: change.reason };
      await audit(
        tx,
        by,
        { action: `registrar.${state}`, subject: SWITCH_ID, before: { state: oldState }, after },
        change.now,
      );
      await tx.query(NOTIFY, notification(TOPIC, SWITCH_ID));
    });
  }
}
