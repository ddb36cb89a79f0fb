import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/audit';
import { Database, notification, NOTIFY, Statement } from '#platform/database';
import type { SwitchState } from '../model/kill-switch.js';

/** What notifications call the switch; there is one. */
export const TOPIC = 'registrar';
export const THE_SWITCH = 'switch';

const OFF: SwitchState = { on: false, reason: null, changedBy: null, changedAt: null };

const last = new Statement<SwitchState, Record<string, never>>(
  'registrar.switch',
  `SELECT "on", reason, changed_by AS "changedBy", changed_at AS "changedAt"
   FROM registrar.kill_switch ORDER BY id DESC LIMIT 1`,
);

/** A turn of the switch, with its place in the history. */
export interface TurnRow extends SwitchState {
  id: string;
}

const history = new Statement<TurnRow, { before: string | null; limit: number }>(
  'registrar.history',
  `SELECT id, "on", reason, changed_by AS "changedBy", changed_at AS "changedAt" FROM registrar.kill_switch
   WHERE :before::bigint IS NULL OR id < :before ORDER BY id DESC LIMIT :limit`,
);

const append = new Statement<never, { on: boolean; reason: string; by: string; now: Date }>(
  'registrar.turn',
  'INSERT INTO registrar.kill_switch ("on", reason, changed_by, changed_at) VALUES (:on, :reason, :by, :now)',
);

const wordFor = (on: boolean) => (on ? 'on' : 'off');

@Injectable()
export class KillSwitchRepository {
  constructor(private readonly database: Database) {}

  async state(): Promise<SwitchState> {
    const [row] = await last.run(this.database, {});
    return row ?? OFF;
  }

  /** The newest first; `before` is the id of the last one that was seen. */
  history(before: string | null, limit: number): Promise<TurnRow[]> {
    return history.run(this.database, { before, limit });
  }

  async turn(change: { on: boolean; reason: string; now: Date }, by: Actor): Promise<void> {
    await this.database.transaction(async tx => {
      // One after the other, so that each line of the audit log begins where the one before it ended.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('registrar.kill_switch'))`);
      const [before = OFF] = await last.run(tx, {});
      await append.run(tx, { ...change, by: by.name });
      const [was, is] = [wordFor(before.on), wordFor(change.on)];
      const after = { state: is, reason: change.reason };
      await audit(
        tx,
        by,
        { action: `registrar.${is}`, subject: THE_SWITCH, before: { state: was }, after },
        change.now,
      );
      await tx.query(NOTIFY, notification(TOPIC, THE_SWITCH));
    });
  }
}
