import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database, Batcher, isDatabaseAway } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { type EndedAttempt, type HeldDelivery, settleAttempts } from '../storage/attempts.js';
import { newLease } from './lease.js';
import { SwitchOff } from './switch-off.js';

const MAX_BATCH = 200;

/** While PostgreSQL is away, what came of an attempt is kept for so long: a failure until its hold is over. */
const KEPT_MS = { failure: 20_000, success: 60_000 };
const PAUSE_MS = 500;

/**
 * Writes what came of attempts, switches off the receivers that want or deserve it, and holds what is to be sent next.
 */
@Injectable()
export class Settlements {
  private readonly ended = new Batcher<EndedAttempt, HeldDelivery[]>(
    async attempts => {
      const held = await this.write(attempts);
      return attempts.map(() => held);
    },
    { maxSize: MAX_BATCH },
  );

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly switchOff: SwitchOff,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Gives a delivery to the same receiver to go on with, if that is wanted and there is one.
   * @throws when it could not be written; then nobody knows what came of the attempt, and it is made again
   */
  async settle(attempt: EndedAttempt): Promise<HeldDelivery | undefined> {
    const next = await this.translateLockTimeout(attempt);
    this.tell(attempt);
    return attempt.goesOn ? takeOne(next, attempt.delivery.receiverId) : undefined;
  }

  private async translateLockTimeout(attempt: EndedAttempt): Promise<HeldDelivery[]> {
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

  private async write(attempts: EndedAttempt[]): Promise<HeldDelivery[]> {
    try {
      const { health, next } = await settleAttempts(this.database, attempts, newLease(this.clock.now()));
      for (const receiver of health) await this.heed(this.switchOff.ifFailedTooLong(receiver));
      await this.switchOffGone(attempts);
      return next;
    } catch (error) {
      // What cannot be written must not take along what came with it.
      if (isDatabaseAway(error) || attempts.length === 1) throw error;
      return await this.writeEach(attempts);
    }
  }

  private async writeEach(attempts: EndedAttempt[]): Promise<HeldDelivery[]> {
    const outcomes = await Promise.allSettled(attempts.map(attempt => this.write([attempt])));
    const failure = outcomes.find(({ status }) => status === 'rejected');
    if (failure) this.logger.error({ err: (failure as PromiseRejectedResult).reason }, 'an attempt was not settled');
    return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? outcome.value : []));
  }

  private async switchOffGone(attempts: EndedAttempt[]): Promise<void> {
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

/** Those who settled together share what was held for them. */
function takeOne(held: HeldDelivery[], receiverId: string): HeldDelivery | undefined {
  const index = held.findIndex(delivery => delivery.receiverId === receiverId);
  return index === -1 ? undefined : held.splice(index, 1)[0];
}
