import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { permanentTenantIdOf } from '#identity/access';
import { businessTime, Clock, withDeadline } from '#platform/process/clock';
import type { LogOwner } from '#usage';
import { type LongPollRequest, ReadSlots } from '#platform/http';
import { addDuration, ValidationFailed } from '#platform/model';
import type { Verified, VerifyRequest } from '../contract.js';
import { HeldRequests } from '../held-requests.js';
import { type Expectation, progressOf, reasonsOf, type Tally } from '../model/expectation.js';
import { MAX_COUNT, readTimes } from '../model/times.js';
import { type Evidence, EvidenceReader, type Period } from './evidence.js';
import { Journal } from './journal.js';

const MAX_WITHIN_MS = 30_000;
const MAX_SETTLE_MS = 10_000;

/** Pause between two counts. It grows with the number of held requests, so that a tenant causes at most 200 counts per second. */
const PAUSE_MS = 200;
const PAUSE_PER_HELD_MS = 5;

/** Later reads of a verification wait for a slot, and are never rejected because too many reads wait. */
const ADMITTED = { isAdmitted: true };

const MAX_MATCHES = 10;
const MAX_NEAREST = 3;

/** Counts requests or deliveries of a tenant, and waits until the number is as expected. */
@Injectable()
export class Verify {
  constructor(
    private readonly journal: Journal,
    private readonly evidence: EvidenceReader,
    private readonly held: HeldRequests,
    private readonly slots: ReadSlots,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed · TooManyHeld · TooManyReads · ServiceUnavailable · the refusals of a key that was revoked in the meantime */
  async execute(tenant: LogOwner, request: VerifyRequest, poll: LongPollRequest): Promise<Verified> {
    const withinMs = this.readDuration('within', request, MAX_WITHIN_MS);
    const settleMs = this.readDuration('settle', request, MAX_SETTLE_MS);
    const expected = { times: readTimes(request.times), distinct: request.distinct };
    const after = request.after === undefined ? undefined : new Date(request.after);
    const permanentTenantId = permanentTenantIdOf(tenant);
    const isHeld = withinMs + settleMs > 0;
    const verify = async () => {
      const find = async () => this.choose({ tenant, from: await this.journal.start(tenant.id), after }, request);
      const evidence = await this.slots.run(permanentTenantId, find, { isAdmitted: isHeld });
      const wait = (ms: number, isDone: (tally: Tally) => boolean) =>
        this.wait(ms, { permanentTenantId, evidence, isDone, poll });
      const tally = await this.settle(expected, { withinMs, settleMs, wait });
      if (poll.disconnected.aborted) return UNREAD;
      if (isHeld) await poll.reauthorize();
      return this.slots.run(permanentTenantId, () => view(evidence, expected, tally), ADMITTED);
    };
    return isHeld ? this.held.count(permanentTenantId, verify) : verify();
  }

  /** Waits until the expectation is met, and then until no match follows for `settleMs`. A match restarts that time. */
  private async settle(expected: Expectation, { withinMs, settleMs, wait }: Waiting): Promise<Tally> {
    const startedAt = performance.now();
    let tally = await wait(withinMs, found => progressOf(expected, found) !== 'incomplete');
    if (withinMs > 0 && this.held.stopping.aborted && progressOf(expected, tally) === 'incomplete')
      return { ...tally, failure: 'the service stopped before the end of `within`' };
    while (settleMs > 0 && progressOf(expected, tally) === 'met') {
      const { count } = tally;
      tally = await wait(settleMs, found => found.count > count);
      if (this.held.stopping.aborted) return { ...tally, failure: 'the service stopped before the end of `settle`' };
      if (tally.count === count) return tally;
      if (performance.now() - startedAt >= withinMs)
        return { ...tally, failure: 'further matches followed during `settle`' };
    }
    return tally;
  }

  private choose(period: Period, { request, delivery, distinct }: VerifyRequest): Evidence {
    if (request && delivery) throw ValidationFailed.of('delivery', 'must not be sent together with request');
    if (distinct && delivery) throw ValidationFailed.of('distinct', 'must not be sent together with delivery');
    if (distinct && Object.values(distinct).every(value => value === undefined))
      throw ValidationFailed.of('distinct', 'must have idempotency_keys or payment_references');
    if (request) return this.evidence.ofRequests(period, request);
    if (delivery) return this.evidence.ofDeliveries(period, delivery);
    throw ValidationFailed.of('request', 'is required, unless delivery is sent');
  }

  /** Counts repeatedly, and a last time when the time is up or the process stops. Uses a slot only while counting. */
  private wait(ms: number, { permanentTenantId, evidence, isDone, poll }: Counting): Promise<Tally> {
    const count = async (ended: AbortSignal): Promise<Tally> => {
      for (;;) {
        const isLast = ms === 0 || ended.aborted;
        await evidence.refresh();
        const tally = await this.slots.run(permanentTenantId, () => evidence.count(MAX_COUNT + 1), ADMITTED);
        if (isLast || isDone(tally) || poll.disconnected.aborted) return tally;
        const pauseMs = Math.max(PAUSE_MS, PAUSE_PER_HELD_MS * this.held.countOf(permanentTenantId));
        await sleep(pauseMs, undefined, { signal: ended }).catch(() => {});
      }
    };
    return withDeadline(ms, count, [poll.disconnected, this.held.stopping]);
  }

  private readDuration(field: 'within' | 'settle', request: VerifyRequest, maxMs: number): number {
    const now = this.clock.now();
    const ms = addDuration(businessTime(now), request[field] ?? 'PT0S').getTime() - now.getTime();
    if (ms > maxMs) throw ValidationFailed.of(field, `must be at most PT${maxMs / 1_000}S`);
    return ms;
  }
}

interface Counting {
  permanentTenantId: string;
  evidence: Evidence;
  isDone: (tally: Tally) => boolean;
  poll: LongPollRequest;
}

interface Waiting {
  withinMs: number;
  settleMs: number;
  wait: (ms: number, isDone: (tally: Tally) => boolean) => Promise<Tally>;
}

/** The response when the client has disconnected. */
const UNREAD: Verified = { satisfied: false, reasons: [], count: 0, matches: [], nearest: [] };

async function view(evidence: Evidence, expected: Expectation, tally: Tally): Promise<Verified> {
  const { count, distinct } = tally;
  const reasons = reasonsOf(expected, tally);
  return {
    satisfied: reasons.length === 0,
    reasons,
    count: Math.min(count, MAX_COUNT),
    ...(expected.distinct && distinct && { distinct }),
    // Further matches may have been recorded since the count.
    matches: await evidence.matches(Math.min(count, MAX_MATCHES)),
    nearest: count < expected.times.min ? await evidence.nearest(MAX_NEAREST) : [],
  };
}
