import { Inject, Injectable } from '@nestjs/common';
import { type Actor, audit, Clock, Database, LOGGER, type Logger, Statement } from '#platform';

const switchOff = new Statement<{ url: string; tenant_id: string }, { id: string; reason: string; now: Date }>(
  'webhooks.switch-off',
  `UPDATE webhooks.receivers SET state = 'off', off_reason = :reason, off_at = :now
   WHERE id = :id AND state = 'on' RETURNING url, tenant_id`,
);

/** For the audit log: nobody asked for it. */
const WORKER: Actor = { id: null, name: 'worker', address: null };

/** Ends the sending to a receiver that does not take it; its owner sees why, and switches it on again. */
@Injectable()
export class SwitchOff {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(receiver: string, reason: string): Promise<void> {
    const now = this.clock.now();
    const row = await this.database.transaction(async tx => {
      const [found] = await switchOff.run(tx, { id: receiver, reason, now });
      if (!found) return undefined;
      const change = { tenantId: found.tenant_id, action: 'receiver.switch-off', subject: receiver };
      await audit(tx, WORKER, { ...change, before: { state: 'on' }, after: { state: 'off', off_reason: reason } }, now);
      return found;
    });
    if (row) this.logger.warn({ receiver, host: new URL(row.url).host, reason }, 'switched a receiver off');
  }
}
