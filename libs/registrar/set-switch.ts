import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Notifications } from '#platform/database';
import { checkReason, type SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';

/**
 * Switches the live registrar API on or off in every process. The history records who did it and why.
 * @throws InvalidReason
 */
@Injectable()
export class SetSwitch {
  constructor(
    private readonly killSwitch: KillSwitchRepository,
    private readonly clock: Clock,
    private readonly notifications: Notifications,
  ) {}

  async execute({ on, ...given }: { on: boolean; reason: string }, by: Actor): Promise<SwitchState> {
    const reason = checkReason(given.reason);
    const now = this.clock.now();
    await this.killSwitch.set({ on, reason, now }, by);
    await this.notifications.confirmed();
    return { on, reason, changedBy: by.name, changedAt: now };
  }
}
