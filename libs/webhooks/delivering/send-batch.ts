import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import type { Place } from '#platform/events/sql';
import { type DeliveryChange, postpone, keepRunning, skip } from '../model/delivery.js';
import type { Lease } from '../storage/cursors.js';
import { attemptDeadline, type OutgoingDelivery } from '../storage/reading.js';
import { Attempts } from './attempts.js';
import { startInOrder } from './start-in-order.js';
import { freeSlotsOf } from './read-batch.js';

/** Attempts that take longer do not delay the batch: their results are recorded later. */
const MAX_BATCH_MS = 1_000;

export interface SentBatch {
  changes: DeliveryChange[];
  /** Attempts that are still running. */
  running: Promise<DeliveryChange>[];
  /** Number of deliveries started: the first ones of the batch. */
  startedCount: number;
  /** Place of the last event whose delivery was started. */
  place: Place;
}

/** Third step: sends deliveries concurrently, up to the free slots of the receiver. */
@Injectable()
export class SendBatch {
  private readonly stopping = new AbortController();

  constructor(
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** Deliveries to a receiver that is off are skipped. */
  async execute(lease: Lease, deliveries: OutgoingDelivery[]): Promise<SentBatch> {
    if (lease.state !== 'on')
      return {
        changes: deliveries.map(skip),
        running: [],
        startedCount: deliveries.length,
        place: lastPlaceOf(deliveries, lease),
      };
    const options = { concurrency: freeSlotsOf(lease), maxMs: MAX_BATCH_MS, stopped: this.stopping.signal };
    const { finished, running, startedCount } = await startInOrder(
      deliveries,
      delivery => this.attempts.execute(lease, delivery),
      options,
    );
    const now = this.clock.now();
    const slow = running.map(({ item }) => item).filter(isFirstAttempt);
    const notStarted = deliveries.slice(startedCount).filter(delivery => !isFirstAttempt(delivery));
    return {
      changes: [
        ...finished,
        ...slow.map(delivery => keepRunning(delivery, attemptDeadline(now))),
        ...notStarted.map(delivery => postpone(delivery, now)),
      ],
      running: running.map(({ result }) => result),
      startedCount,
      place: lastPlaceOf(deliveries.slice(0, startedCount), lease),
    };
  }

  /** Starts no further attempts. */
  stop(): void {
    this.stopping.abort();
  }
}

/** Whether this is the first attempt; a retry already has a row. */
const isFirstAttempt = ({ place }: OutgoingDelivery): boolean => place !== undefined;

const lastPlaceOf = (deliveries: OutgoingDelivery[], lease: Lease): Place =>
  deliveries.findLast(isFirstAttempt)?.place ?? lease;
