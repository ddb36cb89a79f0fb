import { Injectable } from '@nestjs/common';
import { OpaqueIds } from '#platform/secrets';
import { HISTORY_PREFIX, type SwitchHistory, type SwitchHistoryQuery, type SwitchView } from './contract.js';
import { RegistrarGateway } from './gateway/registrar-gateway.js';
import type { SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';

/** There is one switch for all tenants. */
const SCOPE = { prefix: HISTORY_PREFIX, owner: null };

/** Returns the state of the kill switch and its history. */
@Injectable()
export class FindSwitch {
  constructor(
    private readonly killSwitch: KillSwitchRepository,
    private readonly registrar: RegistrarGateway,
    private readonly ids: OpaqueIds,
  ) {}

  async state() {
    return { ...this.view(await this.killSwitch.state()), connected: this.registrar.connected };
  }

  /** @throws UnknownId when `before` is not from an earlier page */
  async history({ before, limit }: SwitchHistoryQuery): Promise<SwitchHistory> {
    const position = before === undefined ? null : this.ids.decodeField(SCOPE, 'before', before);
    // One more than the limit tells whether there is another page.
    const turns = await this.killSwitch.history(position, limit + 1);
    const shown = turns.slice(0, limit);
    const last = turns.length > limit ? shown.at(-1) : undefined;
    return { entries: shown.map(turn => this.view(turn)), next: last ? this.ids.encode(SCOPE, last.id) : null };
  }

  view({ on, reason, changedBy, changedAt }: SwitchState): SwitchView {
    return { state: on ? 'on' : 'off', reason, changed_by: changedBy, changed_at: changedAt?.toISOString() ?? null };
  }
}
