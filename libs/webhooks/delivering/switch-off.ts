import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, LOGGER, type Logger } from '#platform';
import { hasFailedTooLong } from '../model/delivery.js';
import type { ReceiverHealth } from '../storage/attempts.js';
import { switchOffReceiver } from '../storage/switch-off.js';

/** Ends the sending to a receiver that does not take it; its owner sees why, and switches it on again. */
@Injectable()
export class SwitchOff {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async becauseGone(receiver: string): Promise<void> {
    await this.execute(receiver, 'it answered 410 Gone', null);
  }

  /** Unless there was a success since. */
  async ifFailedTooLong({ id, failingSince }: ReceiverHealth): Promise<void> {
    if (failingSince && hasFailedTooLong(failingSince, this.clock.now()))
      await this.execute(id, `no success since ${failingSince.toISOString()}`, failingSince);
  }

  private async execute(receiver: string, reason: string, since: Date | null): Promise<void> {
    const url = await switchOffReceiver(this.database, { id: receiver, reason, since, now: this.clock.now() });
    if (url) this.logger.warn({ receiver, host: new URL(url).host, reason }, 'switched a receiver off');
  }
}
