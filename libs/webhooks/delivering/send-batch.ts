import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type DeliveryChange, postpone, keepRunning, skip } from '../model/delivery.js';
import { freeSlotsOf } from '../model/health.js';
import type { Lease } from '../storage/leases.js';
import type { OutgoingDelivery } from '../storage/reading.js';
import type { SentDeliveries } from '../storage/recording.js';
import { Attempts } from './attempts.js';
import { startInOrder } from './start-in-order.js';
import type { Batch } from './read-batch.js';

/** Attempts that take longer do not delay the batch; their results are recorded later. */
const MAX_BATCH_MS = 1_000;

export interface SentBatch extends SentDeliveries {
  /** Attempts that are still running. */
  running: Promise<DeliveryChange>[];
}

/** Sends the deliveries of a batch, some at a time. */
@Injectable()
export class SendBatch {
  private readonly stopping = new AbortController();

  constructor(
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** Deliveries to a receiver that is off are skipped. */
  async execute(lease: Lease, { deliveries, end, isLast }: Batch): Promise<SentBatch> {
    if (lease.state !== 'on') return { changes: deliveries.map(skip), running: [], cursor: end, isLast };
    const { finished, running, startedCount } = await startInOrder(
      deliveries,
      delivery => this.attempts.execute(lease, delivery),
      { concurrency: freeSlotsOf(lease), maxMs: MAX_BATCH_MS, stopped: this.stopping.signal },
    );
    const now = this.clock.now();
    const slow = running.map(({ item }) => item).filter(isNew);
    const notStarted = deliveries.slice(startedCount);
    const changes = [
      ...finished,
      ...slow.map(delivery => keepRunning(delivery, now)),
      ...notStarted.filter(delivery => !isNew(delivery)).map(delivery => postpone(delivery, now)),
    ];
    const lastStarted = deliveries.slice(0, startedCount).findLast(isNew);
    const cursor = notStarted.length === 0 ? end : (lastStarted?.logPosition ?? lease);
    return { changes, running: running.map(({ result }) => result), cursor, isLast: isLast && notStarted.length === 0 };
  }

  /** Starts no further attempts. */
  stop(): void {
    this.stopping.abort();
  }
}

/** Whether the delivery has no row yet, unlike a retry or a postponed first attempt. */
const isNew = ({ logPosition }: OutgoingDelivery): boolean => logPosition !== undefined;
