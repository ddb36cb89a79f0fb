import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import type { Place } from '#platform/events/sql';
import { type DeliveryChange, holdBack, keepSending, skip } from '../model/delivery.js';
import type { Lease } from '../storage/cursors.js';
import { endOfAttempt, type OutgoingDelivery } from '../storage/reading.js';
import { Attempts } from './attempts.js';
import { beginInOrder } from './in-order.js';
import { slotsOf } from './read-batch.js';

/** Attempts that take longer do not hold up the others: their results are recorded later. */
const MAX_BATCH_MS = 1_000;

export interface SentBatch {
  changes: DeliveryChange[];
  /** Attempts that are still running. */
  running: Promise<DeliveryChange>[];
  /** How many deliveries were begun, from the start of the batch. */
  begun: number;
  /** The place of the last event that was begun. */
  place: Place;
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
  async execute(lease: Lease, deliveries: OutgoingDelivery[]): Promise<SentBatch> {
    if (lease.state !== 'on')
      return {
        changes: deliveries.map(skip),
        running: [],
        begun: deliveries.length,
        place: lastPlace(deliveries, lease),
      };
    const options = { concurrency: slotsOf(lease), maxMs: MAX_BATCH_MS, stopped: this.stopping.signal };
    const { ended, running, begun } = await beginInOrder(
      deliveries,
      delivery => this.attempts.execute(lease, delivery),
      options,
    );
    const now = this.clock.now();
    const slow = running.map(({ item }) => item).filter(isFirst);
    const left = deliveries.slice(begun).filter(delivery => !isFirst(delivery));
    return {
      changes: [
        ...ended,
        ...slow.map(delivery => keepSending(delivery, endOfAttempt(now))),
        ...left.map(delivery => holdBack(delivery, now)),
      ],
      running: running.map(({ result }) => result),
      begun,
      place: lastPlace(deliveries.slice(0, begun), lease),
    };
  }

  /** Begins no more attempts. */
  stop(): void {
    this.stopping.abort();
  }
}

/** Retries have a row already. */
const isFirst = ({ place }: OutgoingDelivery): boolean => place !== undefined;

const lastPlace = (deliveries: OutgoingDelivery[], lease: Lease): Place => deliveries.findLast(isFirst)?.place ?? lease;
