import { Injectable } from '@nestjs/common';
import type { SwitchHistory, SwitchView } from './contract.js';
import { RegistrarGateway } from './gateway/registrar-gateway.js';
import type { SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';

/** How the kill switch stands, and how it stood before. */
@Injectable()
export class FindSwitch {
  constructor(
    private readonly killSwitch: KillSwitchRepository,
    private readonly registrar: RegistrarGateway,
  ) {}

  async state() {
    return { ...this.view(await this.killSwitch.state()), connected: this.registrar.connected };
  }

  async history(before: string | null, limit: number): Promise<SwitchHistory> {
    // One more than asked for tells whether there is another page.
    const turns = await this.killSwitch.history(before, limit + 1);
    const shown = turns.slice(0, limit);
    return {
      entries: shown.map(turn => this.view(turn)),
      next: turns.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  view({ on, reason, changedBy, changedAt }: SwitchState): SwitchView {
    return { state: on ? 'on' : 'off', reason, changed_by: changedBy, changed_at: changedAt?.toISOString() ?? null };
  }
}
