import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { accountIdOf } from '#identity/access';
import { businessTime, Clock, withDeadline } from '#platform/process/clock';
import type { LogOwner } from '#usage';
import { type LongPollRequest, ReadSlots } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import type { Verified, VerifyRequest } from '../contract.js';
import { HeldRequests } from '../held-requests.js';
import { addDuration } from '#platform/model';
import { isDecided, isSatisfied, MAX_COUNT, readTimes, type Times } from '../model/times.js';
import { type Evidence, EvidenceOf, type Period } from './evidence.js';
import { Journal } from './journal.js';

const MAX_WITHIN_MS = 30_000;

/** Pause between two counts. It grows with the number of held requests, so that a tenant causes at most 200 counts per second. */
const PAUSE_MS = 200;
const PAUSE_PER_HELD_MS = 5;

/** Later steps of a verification wait however long the line is. */
const ADMITTED = { isHeld: true };

const MAX_MATCHES = 10;
const MAX_NEAREST = 3;

/** Counts what has happened in the sandbox of a tenant, and waits until it is as often as expected. */
@Injectable()
export class Verify {
  constructor(
    private readonly journal: Journal,
    private readonly evidenceOf: EvidenceOf,
    private readonly held: HeldRequests,
    private readonly slots: ReadSlots,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed · TooManyHeld · TooManyReads · ServiceUnavailable · the refusals of a key that was revoked in the meantime */
  async execute(tenant: LogOwner, request: VerifyRequest, poll: LongPollRequest): Promise<Verified> {
    const withinMs = readWithin(request.within ?? 'PT0S', this.clock.now());
    const times = readTimes(request.times);
    const after = request.after === undefined ? undefined : new Date(request.after);
    const account = accountIdOf(tenant);
    const verify = async (isHeld: boolean, ended: AbortSignal) => {
      const find = async () => this.choose({ tenant, from: await this.journal.start(tenant.id), after }, request);
      const evidence = await this.slots.run(account, find, { isHeld });
      const count = await this.count(account, evidence, times, { ended, poll });
      if (poll.disconnected.aborted) return UNREAD;
      if (isHeld) await poll.reauthorize();
      return this.slots.run(account, () => view(evidence, times, count), ADMITTED);
    };
    if (withinMs === 0) return verify(false, AbortSignal.abort());
    const wait = (ended: AbortSignal) => verify(true, ended);
    return this.held.count(account, () => withDeadline(withinMs, wait, [poll.disconnected, this.held.stopping]));
  }

  private choose(period: Period, { request, delivery }: VerifyRequest): Evidence {
    if (request && delivery) throw invalid('delivery', 'must not be sent together with request');
    if (request) return this.evidenceOf.requests(period, request);
    if (delivery) return this.evidenceOf.sent(period, delivery);
    throw invalid('request', 'is required, unless delivery is sent');
  }

  /** Counts again and again, and a last time when the time is up or the process stops. It holds no slot in between. */
  private async count(
    account: string,
    evidence: Evidence,
    times: Times,
    { ended, poll }: { ended: AbortSignal; poll: LongPollRequest },
  ): Promise<number> {
    for (;;) {
      const isLast = ended.aborted;
      await evidence.refresh();
      const count = await this.slots.run(account, () => evidence.count(MAX_COUNT + 1), ADMITTED);
      if (isLast || isDecided(times, count)) return count;
      const pauseMs = Math.max(PAUSE_MS, PAUSE_PER_HELD_MS * this.held.countOf(account));
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => {});
      if (poll.disconnected.aborted) return 0;
    }
  }
}

/** The response when the client has disconnected. */
const UNREAD: Verified = { satisfied: false, count: 0, matches: [], nearest: [] };

const invalid = (field: string, message: string) => new ValidationFailed([{ field, message }]);

function readWithin(within: string, now: Date): number {
  const ms = addDuration(businessTime(now), within).getTime() - now.getTime();
  if (ms > MAX_WITHIN_MS) throw invalid('within', 'must be at most PT30S');
  return ms;
}

async function view(evidence: Evidence, times: Times, count: number): Promise<Verified> {
  return {
    satisfied: isSatisfied(times, count),
    count: Math.min(count, MAX_COUNT),
    // More may have come since they were counted.
    matches: await evidence.matches(Math.min(count, MAX_MATCHES)),
    nearest: count < times.min ? await evidence.nearest(MAX_NEAREST) : [],
  };
}
