import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import type { Place } from '#platform/events/sql';
import { type DeliveryChange, holdBack, keepSending, skip } from '../model/delivery.js';
import type { Lease } from '../storage/cursors.js';
import { endOfAttempt, type OutgoingDelivery } from '../storage/reading.js';
import { Attempts } from './attempts.js';
import { beginInOrder } from './in-order.js';
import { type Batch, slotsOf } from './read-batch.js';

/** Attempts that take longer do not hold up the others: their results are recorded later. */
const MAX_BATCH_MS = 1_000;

export interface SentBatch {
  changes: DeliveryChange[];
  /** Attempts that are still running. */
  running: Promise<DeliveryChange>[];
  /** The place up to which deliveries were begun. */
  place: Place;
  /** Whether the batch was sent, and nothing else is left. */
  isAll: boolean;
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
  async execute(lease: Lease, { deliveries, end, isAll }: Batch): Promise<SentBatch> {
    if (lease.state !== 'on') return { changes: deliveries.map(skip), running: [], place: end, isAll };
    const { ended, running, begun } = await beginInOrder(
      deliveries,
      delivery => this.attempts.execute(lease, delivery),
      { concurrency: slotsOf(lease), maxMs: MAX_BATCH_MS, stopped: this.stopping.signal },
    );
    const now = this.clock.now();
    const slow = running.map(({ item }) => item).filter(isFirst);
    const left = deliveries.slice(begun);
    const changes = [
      ...ended,
      ...slow.map(delivery => keepSending(delivery, endOfAttempt(now))),
      ...left.filter(delivery => !isFirst(delivery)).map(delivery => holdBack(delivery, now)),
    ];
    const place = left.length === 0 ? end : (deliveries.slice(0, begun).findLast(isFirst)?.place ?? lease);
    return { changes, running: running.map(({ result }) => result), place, isAll: isAll && left.length === 0 };
  }

  /** Begins no more attempts. */
  stop(): void {
    this.stopping.abort();
  }
}

/** Retries have a row already. */
const isFirst = ({ place }: OutgoingDelivery): boolean => place !== undefined;
