import { Inject, Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { LOGGER, type Logger } from '#platform/observability/log';
import type { SwitchOffReason } from '../model/health.js';
import { switchOff } from '../storage/receivers.js';

/** Actor in the audit log. */
const WORKER: Actor = { id: null, name: 'worker', address: null };

/** Switches off a receiver that rejects events. The owner sees the reason and can switch it on again. */
@Injectable()
export class SwitchOff {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(receiver: string, { reason, since }: SwitchOffReason): Promise<void> {
    const now = this.clock.now();
    const row = await this.database.transaction(async tx => {
      const found = await switchOff.first(tx, { receiver, reason, since, now });
      if (!found) return undefined;
      const change = { tenantId: found.tenantId, action: 'receiver.switch-off', subject: receiver };
      await audit(tx, WORKER, { ...change, before: { state: 'on' }, after: { state: 'off', off_reason: reason } }, now);
      return found;
    });
    if (row) this.logger.warn({ receiver, host: new URL(row.url).host, reason }, 'switched a receiver off');
  }
}
