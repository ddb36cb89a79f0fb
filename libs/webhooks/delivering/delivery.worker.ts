import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { isDatabaseUnavailable } from '#platform/database';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Deliver } from './deliver.js';
import { EnqueueDue } from './enqueue-due.js';
import { QUEUES, type ReceiverJob, ReceiverQueues } from './receiver-queues.js';

/** Concurrent jobs, each of one receiver. The lower limit bounds the load of many receivers that time out. */
const CONCURRENCY = { healthy: 1_000, failing: 50 };

/** Time for attempts in progress at shutdown; afterwards, they are aborted. */
const SHUTDOWN_MS = 3_000;

/** Time for closing the queue at shutdown; afterwards, the connection to Redis is cut. */
const DISCONNECT_MS = 1_000;

/** Delay after a refused connection; the default of BullMQ is 15 seconds. */
const RECONNECT_MS = 1_000;

/**
 * The job of a lost worker is found by a periodic check after its lock has expired; with the defaults of BullMQ, 30 seconds
 * each, this takes up to 90 seconds. Until then, its receiver gets no other job if the job has not leased it: the new job
 * would have the same ID. A job that is reassigned too early does nothing, because its receiver is leased.
 */
const LOCK_MS = 2_000;
const LOST_JOBS_INTERVAL_MS = 1_000;

/** A process that is paused again and again is not an error of its jobs. By default, BullMQ fails them the second time. */
const MAX_STALLED_COUNT = 1_000;

/** Minimum time between two warnings about the queue. */
const WARNING_INTERVAL_MS = 60_000;

/** Processes the jobs of a queue. */
@Injectable()
abstract class DeliveryWorker extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private isStarted = false;
  private warnedAt = -Infinity;

  constructor(
    private readonly deliver: Deliver,
    private readonly enqueueDue: EnqueueDue,
    private readonly queues: ReceiverQueues,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  onApplicationBootstrap() {
    this.isStarted = true;
  }

  async process({ data }: Job<ReceiverJob>): Promise<void> {
    const hasMore = await this.deliver.execute(data.receiver);
    if (hasMore) this.enqueueDue.wake();
  }

  @OnWorkerEvent('failed')
  onFailed(_job: Job | undefined, error: Error): void {
    if (!isDatabaseUnavailable(error))
      this.logger.error({ err: error }, 'a job failed; its receiver is enqueued again');
  }

  /**
   * BullMQ prints every error that has no listener. `EnqueueDue` already reports that the queue is not available, and
   * receivers whose jobs are lost are enqueued again.
   */
  @OnWorkerEvent('error')
  onError(error: Error): void {
    if (isDatabaseUnavailable(error) || performance.now() < this.warnedAt + WARNING_INTERVAL_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn({ reason: error.message }, 'the queue reported an error; lost jobs are enqueued again');
  }

  /** Takes no more jobs, and finishes those in progress while the database is still connected. */
  async onModuleDestroy(): Promise<void> {
    if (!this.isStarted) return; // the startup failed
    this.deliver.stop();
    const isUnavailable = this.queues.check().then(
      () => false,
      () => true,
    );
    await this.worker.pause(true);
    await this.deliver.finish(SHUTDOWN_MS);
    await this.close(await isUnavailable);
  }

  /**
   * Disconnects from Redis after `DISCONNECT_MS`, so that a Redis that hangs cannot block the shutdown. Does not disconnect
   * from PostgreSQL: its statements time out, and after a disconnect BullMQ would wait for them forever.
   * @param force closes without waiting for the queue, which would take until it is available again
   */
  private async close(force: boolean): Promise<void> {
    const disconnect = () => void this.worker.disconnect().catch(() => {});
    const timer = this.settings.redisUrl ? setTimeout(disconnect, DISCONNECT_MS) : undefined;
    await this.worker.close(force);
    clearTimeout(timer);
  }
}

const OPTIONS = {
  runRetryDelay: RECONNECT_MS,
  lockDuration: LOCK_MS,
  stalledInterval: LOST_JOBS_INTERVAL_MS,
  maxStalledCount: MAX_STALLED_COUNT,
};

@Processor(QUEUES.healthy, { ...OPTIONS, concurrency: CONCURRENCY.healthy })
export class HealthyReceiversWorker extends DeliveryWorker {}

@Processor(QUEUES.failing, { ...OPTIONS, concurrency: CONCURRENCY.failing })
export class FailingReceiversWorker extends DeliveryWorker {}
