import { Injectable } from '@nestjs/common';
import { Database, notification, NOTIFY, Statement } from '#platform';
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

const append = new Statement<never, { on: boolean; reason: string; by: string; now: Date }>(
  'registrar.turn',
  'INSERT INTO registrar.kill_switch ("on", reason, changed_by, changed_at) VALUES (:on, :reason, :by, :now)',
);

@Injectable()
export class KillSwitchRepository {
  constructor(private readonly database: Database) {}

  async state(): Promise<SwitchState> {
    const [row] = await last.run(this.database, {});
    return row ?? OFF;
  }

  async turn(change: { on: boolean; reason: string; by: string; now: Date }): Promise<void> {
    await this.database.transaction(async tx => {
      await append.run(tx, change);
      await tx.query(NOTIFY, notification(TOPIC, THE_SWITCH));
    });
  }
}
