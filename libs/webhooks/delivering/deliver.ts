import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/security/ids';
import { freeSlotsOf, isHealthy } from '../model/health.js';
import { hasHeldDeliveriesAfter, type Lease, leaseReceiver } from '../storage/leases.js';
import { Attempts } from './attempts.js';
import { readBatch } from './read-batch.js';
import { RecordBatch } from './record-batch.js';
import { SendBatch } from './send-batch.js';

/** After this time a job ends, so that other receivers get a turn. */
const MAX_JOB_MS = 5_000;

/**
 * A receiver whose worker was lost or paused is leased again after this time. A batch usually takes less than two
 * seconds. If a batch outlasts the lease, because PostgreSQL is slow, another worker may send the same events.
 */
const LEASE_MS = 4_000;

/** After this time, a job ends its batch, then renews its lease and reads changes of the receiver. */
const RENEWAL_MS = 250;

/** Pause while slow attempts occupy all slots of a receiver. */
const BUSY_MS = 1_000;

/** A job for one receiver: lease → read → send → record, until nothing is left. */
@Injectable()
export class Deliver {
  private readonly jobs = new Set<Promise<unknown>>();
  /** Lease IDs of running jobs, by receiver. */
  private readonly holders = new Map<string, Set<string>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sendBatch: SendBatch,
    private readonly recordBatch: RecordBatch,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Does nothing if another worker holds the lease. Returns whether the receiver may have more work. A stopping worker
   * takes the lease and returns it at once, which makes the receiver due for other workers.
   */
  async execute(receiver: string): Promise<boolean> {
    const job = this.run(receiver);
    this.jobs.add(job);
    return job.finally(() => this.jobs.delete(job));
  }

  /** Starts no further attempts, and releases deliveries that were not started. Attempts in progress continue. */
  stop(): void {
    this.isStopping = true;
    this.sendBatch.stop();
    this.recordBatch.stop();
  }

  /** Resolves when nothing is in progress. Aborts attempts that are still running after `graceMs`; they are repeated. */
  async finish(graceMs: number): Promise<void> {
    const interrupt = setTimeout(() => this.attempts.interrupt(), graceMs);
    while (this.jobs.size > 0) await Promise.allSettled(this.jobs);
    await this.recordBatch.finish();
    clearTimeout(interrupt);
  }

  private async run(receiver: string): Promise<boolean> {
    const holder = newId('hld');
    const holders = this.holders.get(receiver) ?? new Set();
    this.holders.set(receiver, holders.add(holder));
    try {
      return await this.runAs(holder, receiver, holders);
    } finally {
      holders.delete(holder);
      if (holders.size === 0) this.holders.delete(receiver);
    }
  }

  private async runAs(holder: string, receiver: string, holders: ReadonlySet<string>): Promise<boolean> {
    const deadline = performance.now() + MAX_JOB_MS;
    for (;;) {
      const now = this.clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      const otherHolders = [...holders].filter(other => other !== holder);
      const lease = await leaseReceiver.first(this.database, { receiver, holder, otherHolders, now, until });
      if (!lease) return false;
      const mustRenew = await this.deliverBatches(lease, deadline);
      if (!mustRenew) return this.isOver(deadline);
    }
  }

  /**
   * Sends batches until the lease has to be renewed. Recording overlaps with the next send unless attempts
   * are failing or slow. Returns true if the lease must be renewed for more work, false if it was released or lost.
   */
  private async deliverBatches(lease: Lease, deadline: number): Promise<boolean> {
    const renewAt = performance.now() + RENEWAL_MS;
    let recording = Promise.resolve(true);
    try {
      for (let current = lease; ;) {
        const batch = await readBatch(this.database, this.clock, current);
        const sent = await this.sendBatch.execute(current, batch);
        const hasLease = await recording;
        const dueAgainAt = this.dueTimeIfEnding(current, deadline);
        recording = this.recordBatch.execute(current, sent, dueAgainAt);
        const isSmooth = isHealthy(current) && sent.running.length === 0;
        if (!hasLease || !isSmooth || sent.isLast || dueAgainAt || performance.now() > renewAt)
          return (await recording) && hasLease;
        recording.catch(() => {}); // thrown when it is awaited
        const hasHeldDeliveries = hasHeldDeliveriesAfter(current, sent.changes);
        current = { ...current, ...sent.cursor, hasDueDeliveries: false, hasHeldDeliveries };
      }
    } finally {
      // If the job ended earlier, another job of this process would send the same events.
      await recording.catch(() => {});
    }
  }

  /** When the receiver is due again if the job must end now; null if the job can continue. */
  private dueTimeIfEnding(lease: Lease, deadline: number): Date | null {
    const now = this.clock.millis();
    if (this.isOver(deadline)) return new Date(now);
    return freeSlotsOf(lease) === 0 ? new Date(now + BUSY_MS) : null;
  }

  private isOver(deadline: number): boolean {
    return this.isStopping || performance.now() > deadline;
  }
}
