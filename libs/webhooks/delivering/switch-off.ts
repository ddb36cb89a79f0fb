import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, LOGGER, type Logger, Statement } from '#platform';

const switchOff = new Statement<{ url: string }, { id: string; reason: string; now: Date }>(
  'webhooks.switch-off',
  `UPDATE webhooks.receivers SET state = 'off', off_reason = :reason, off_at = :now
   WHERE id = :id AND state = 'on' RETURNING url`,
);

/** Ends the sending to a receiver that does not take it; its owner sees why, and switches it on again. */
@Injectable()
export class SwitchOff {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(receiver: string, reason: string): Promise<void> {
    const [row] = await switchOff.run(this.database, { id: receiver, reason, now: this.clock.now() });
    if (row) this.logger.warn({ receiver, host: new URL(row.url).host, reason }, 'switched a receiver off');
  }
}
