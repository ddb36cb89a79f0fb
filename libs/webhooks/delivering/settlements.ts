import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, Gathered, LOGGER, type Logger } from '#platform';
import { hasFailedTooLong } from '../model/delivery.js';
import { type EndedAttempt, type ReceiverHealth, settleAttempts } from '../storage/attempts.js';
import { SwitchOff } from './switch-off.js';

const MOST_AT_ONCE = 200;

/** Writes what came of attempts, and switches off the receivers that want or deserve it. */
@Injectable()
export class Settlements {
  private readonly ended = new Gathered<EndedAttempt>(attempts => this.write(attempts), MOST_AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly switchOff: SwitchOff,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async settle(attempt: EndedAttempt): Promise<void> {
    await this.ended.add(attempt);
    const { delivery, verdict, settlement, durationMs } = attempt;
    const facts = { delivery: delivery.id, receiver: delivery.receiverId, attempt: delivery.number, durationMs };
    if (verdict.kind === 'delivered') return this.logger.debug(facts, 'delivered');
    const { status, reason } = verdict;
    this.logger.info({ ...facts, status, reason, state: settlement.state, next: settlement.dueAt }, 'not delivered');
  }

  private async write(attempts: EndedAttempt[]): Promise<void> {
    const health = await settleAttempts(this.database, attempts, this.clock.now());
    for (const receiver of health) await this.judge(receiver, attempts);
  }

  private async judge({ id, failingSince }: ReceiverHealth, attempts: EndedAttempt[]): Promise<void> {
    const gone = attempts.some(({ delivery, verdict }) => delivery.receiverId === id && verdict.kind === 'gone');
    if (gone) await this.switchOff.execute(id, 'it answered 410 Gone');
    else if (failingSince && hasFailedTooLong(failingSince, this.clock.now()))
      await this.switchOff.execute(id, `no success since ${failingSince.toISOString()}`);
  }
}
