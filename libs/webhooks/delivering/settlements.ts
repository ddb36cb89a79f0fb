import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, Gathered, isDatabaseAway, LOGGER, type Logger } from '#platform';
import { type EndedAttempt, settleAttempts } from '../storage/attempts.js';
import { SwitchOff } from './switch-off.js';

const MOST_AT_ONCE = 200;

/** While PostgreSQL is away, what came of an attempt is kept for so long: a failure until its hold is over. */
const KEPT_MS = { failure: 20_000, success: 60_000 };
const PAUSE_MS = 500;

/** Writes what came of attempts, and switches off the receivers that want or deserve it. */
@Injectable()
export class Settlements {
  private readonly ended = new Gathered<EndedAttempt>(async attempts => {
    await this.write(attempts);
    return [];
  }, MOST_AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly switchOff: SwitchOff,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws when it could not be written; then nobody knows what came of the attempt, and it is made again */
  async settle(attempt: EndedAttempt): Promise<void> {
    await this.patiently(attempt);
    this.tell(attempt);
  }

  private async patiently(attempt: EndedAttempt): Promise<void> {
    const kept = attempt.verdict.kind === 'delivered' ? KEPT_MS.success : KEPT_MS.failure;
    const end = performance.now() + kept - attempt.durationMs;
    for (;;) {
      try {
        return await this.ended.add(attempt);
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() + PAUSE_MS > end) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  private async write(attempts: EndedAttempt[]): Promise<void> {
    try {
      const health = await settleAttempts(this.database, attempts, this.clock.now());
      for (const receiver of health) await this.heed(this.switchOff.ifFailedTooLong(receiver));
    } catch (error) {
      // What cannot be written must not take along what came with it.
      if (isDatabaseAway(error) || attempts.length === 1) throw error;
      const outcomes = await Promise.allSettled(attempts.map(attempt => this.write([attempt])));
      const failure = outcomes.find(({ status }) => status === 'rejected');
      if (failure) this.logger.error({ err: (failure as PromiseRejectedResult).reason }, 'an attempt was not settled');
    }
    const gone = attempts.filter(({ verdict }) => verdict.kind === 'gone').map(({ delivery }) => delivery.receiverId);
    for (const receiver of new Set(gone)) await this.heed(this.switchOff.becauseGone(receiver));
  }

  /** The next failure leads here again. */
  private async heed(switchedOff: Promise<void>): Promise<void> {
    await switchedOff.catch((error: unknown) => this.logger.warn({ err: error }, 'could not switch a receiver off'));
  }

  private tell({ delivery, verdict, settlement, durationMs }: EndedAttempt): void {
    const facts = { delivery: delivery.id, receiver: delivery.receiverId, attempt: delivery.number, durationMs };
    if (verdict.kind === 'delivered') return this.logger.debug(facts, 'delivered');
    const { status, reason } = verdict;
    this.logger.info({ ...facts, status, reason, state: settlement.state, next: settlement.dueAt }, 'not delivered');
  }
}
