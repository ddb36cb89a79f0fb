import { Injectable } from '@nestjs/common';
import { readPage } from '#platform/http';
import { OpaqueIds } from '#platform/security/secrets';
import { HISTORY_PREFIX, type SwitchHistory, type SwitchHistoryQuery, type SwitchView } from './contract.js';
import { RegistrarGateway } from './registrar-gateway.js';
import type { SwitchState } from './model/kill-switch.js';
import { KillSwitchRepository } from './storage/kill-switch.repository.js';

/** The switch is the same for all tenants. */
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
    const { rows, next } = await readPage(
      limit,
      most => this.killSwitch.history(position, most),
      row => this.ids.encode(SCOPE, row.id),
    );
    return { entries: rows.map(row => this.view(row)), next };
  }

  view({ on, reason, changedBy, changedAt }: SwitchState): SwitchView {
    return { state: on ? 'on' : 'off', reason, changed_by: changedBy, changed_at: changedAt?.toISOString() ?? null };
  }
}
