import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, isDatabaseUnavailable, Notifications } from '#platform/database';
import { LOGGER, type Logger } from '#platform/observability/log';
import { newId } from '#platform/security/ids';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { PURCHASES_TOPIC } from './check-out-live.js';
import { Purchases } from './purchases.js';
import { RegistrarGateway } from './registrar-gateway.js';
import { claimDue, type LiveOrder } from './storage/orders.js';

/** Interval of the job, for repeated steps and missed notifications. A checkout wakes the job at once. */
const INTERVAL_MS = 1_000;

/** Maximum number of purchases that a process works on at the same time. */
const MAX_RUNNING = 16;

/**
 * Calls per minute that are reserved for each running purchase. A look takes three calls and a submission one; a purchase that
 * the rate limit interrupts looks again. Without the reserve, looks could use up all calls, and none would submit. Twice the
 * number leaves calls for another process and for requests of tenants.
 */
const CALLS_PER_PURCHASE = 8;

/** Looks for due purchases. An order is leased, so that only one process works on it. */
@Injectable()
export class WatchPurchases implements OnModuleDestroy {
  private readonly running = new Set<Promise<void>>();
  private readonly job: BackgroundJob | undefined;
  private readonly maxRunning: number;

  constructor(
    private readonly purchases: Purchases,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) settings: Settings,
    registrar: RegistrarGateway,
    notifications: Notifications,
    jobs: BackgroundJobs,
  ) {
    this.maxRunning = Math.min(MAX_RUNNING, Math.max(1, Math.floor(settings.registrarRateLimit / CALLS_PER_PURCHASE)));
    if (!registrar.connected) return;
    this.job = jobs.add('watching live purchases', INTERVAL_MS, () => this.claim());
    notifications.on(PURCHASES_TOPIC, { changed: () => this.job?.wake(), lost: () => {} });
  }

  /** Waits until the running steps end. Another process continues the purchases. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.running);
  }

  private async claim(): Promise<void> {
    const limit = this.maxRunning - this.running.size;
    if (limit === 0) return;
    const now = this.clock.now();
    const claimed = await claimDue.run(this.database, {
      lease: newId('lse'),
      now,
      until: this.purchases.leaseEnd(),
      limit,
    });
    for (const order of claimed) {
      const work = this.work(order).finally(() => {
        this.running.delete(work);
        this.job?.wake();
      });
      this.running.add(work);
    }
  }

  private async work(order: LiveOrder): Promise<void> {
    try {
      await this.purchases.advance(order, () => this.job?.running !== true);
    } catch (error) {
      // The order is due again at the end of its lease.
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error, orderId: order.id }, 'a live purchase failed');
    }
  }
}
