import { Injectable } from '@nestjs/common';
import { Clock } from '#platform';
import { checkReason, type SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';

/**
 * Turns the live registrar API on or off; every process obeys within a second, and the history keeps who and why.
 * @throws InvalidReason
 */
@Injectable()
export class TurnSwitch {
  constructor(
    private readonly killSwitch: KillSwitchRepository,
    private readonly clock: Clock,
  ) {}

  async execute(change: { on: boolean; reason: string; by: string }): Promise<SwitchState> {
    const reason = checkReason(change.reason);
    const now = this.clock.now();
    await this.killSwitch.turn({ ...change, reason, now });
    return { on: change.on, reason, changedBy: change.by, changedAt: now };
  }
}
