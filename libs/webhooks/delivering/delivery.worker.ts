import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { isDatabaseAway } from '#platform/database';
import { LOGGER, type Logger } from '#platform/log';
import { Deliver } from './deliver.js';
import { EnqueueDue } from './enqueue-due.js';
import { DELIVERIES, type DeliveryJob } from './queue.js';

/** Jobs at a time, of one receiver each; many that begin to hang in the same minute leave places for the others. */
const PLACES = { steady: 1_000, failing: 50 };

/** When the process ends, attempts under way have so long to finish, and the queue to hear of it. */
const GRACE_MS = 3_000;
const GOODBYE_MS = 1_000;

/** After a refused connection; BullMQ's own is 15 seconds. */
const RETRY_MS = 1_000;

/** What the queue says again and again is written down so often at most. */
const COMPLAINT_MS = 60_000;

/** Takes jobs from a queue and has what they name delivered. */
@Injectable()
abstract class DeliveryWorker extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();
  private begun = false;
  private stopping = false;
  private complainedAt = -Infinity;

  constructor(
    private readonly deliver: Deliver,
    private readonly enqueueDue: EnqueueDue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  onApplicationBootstrap() {
    this.begun = true;
  }

  async process({ data }: Job<DeliveryJob>): Promise<void> {
    if (this.stopping) return; // what it names is queued again
    const work = this.deliver.execute(data.ids);
    this.underWay.add(work);
    try {
      await work;
    } finally {
      this.underWay.delete(work);
      this.enqueueDue.wake();
    }
  }

  @OnWorkerEvent('failed')
  failed(_job: Job | undefined, error: Error): void {
    if (!isDatabaseAway(error)) this.logger.error({ err: error }, 'deliveries failed; they are tried again');
  }

  /**
   * An error that nobody hears BullMQ prints in full, connection and all, as often as it comes. That the queue is away
   * is told by whoever fills it; the rest is about its books, and nothing is lost with those.
   */
  @OnWorkerEvent('error')
  complained(error: Error): void {
    if (isDatabaseAway(error) || performance.now() < this.complainedAt + COMPLAINT_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn({ reason: error.message }, 'the queue complains; what it loses is queued again');
  }

  /** Takes no more jobs, and finishes those under way while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    if (!this.begun) return; // another part kept the process from starting
    this.stopping = true;
    this.deliver.finish();
    const away = this.enqueueDue.queueIsAway();
    await this.worker.pause(true);
    const interrupt = setTimeout(() => this.deliver.interrupt(), GRACE_MS);
    await Promise.allSettled(this.underWay);
    clearTimeout(interrupt);
    await this.sayGoodbye(await away);
  }

  /** A queue that is away hears nothing, and closing in good order would wait for it to be back. */
  private async sayGoodbye(away: boolean): Promise<void> {
    const late = setTimeout(() => void this.worker.disconnect().catch(() => {}), GOODBYE_MS);
    await this.worker.close(away);
    clearTimeout(late);
  }
}

@Processor(DELIVERIES.steady, { concurrency: PLACES.steady, runRetryDelay: RETRY_MS })
export class SteadyWorker extends DeliveryWorker {}

@Processor(DELIVERIES.failing, { concurrency: PLACES.failing, runRetryDelay: RETRY_MS })
export class FailingWorker extends DeliveryWorker {}
