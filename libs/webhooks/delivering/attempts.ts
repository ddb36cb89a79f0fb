import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { LOGGER, type Logger } from '#platform/observability/log';
import { GuardedClient } from '#platform/outgoing';
import { parseUrl } from '#platform/model';
import {
  endSpan,
  formatTraceparent,
  isTracing,
  parseTraceparent,
  SpanKind,
  startSpan,
} from '#platform/observability/tracing';
import { alterSigning, delayOf } from '../model/alteration.js';
import { type DeliveryChange, postpone, settle, skip } from '../model/delivery.js';
import { judge, type Verdict } from '../model/attempt-result.js';
import { send } from '../send.js';
import { SigningSecrets } from '../signing-secrets.js';
import type { Lease } from '../storage/leases.js';
import type { OutgoingDelivery } from '../storage/reading.js';

/** Sends single deliveries. */
@Injectable()
export class Attempts {
  private readonly interruption = new AbortController();
  /**
   * Logs attempts; undefined if the log level omits them. The lines are not redacted: they contain no secrets, and
   * redaction would double the cost.
   */
  private readonly log: Logger | undefined;

  constructor(
    private readonly signing: SigningSecrets,
    private readonly client: GuardedClient,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.log = logger.isLevelEnabled('info') ? logger.child({}, { redact: [] }) : undefined;
    setMaxListeners(0, this.interruption.signal); // one for each attempt in progress
  }

  /**
   * Attempts a delivery; never rejects. A fault can withhold a first attempt; a fault or the first delay of the schedule can
   * postpone it.
   */
  async execute(lease: Lease, delivery: OutgoingDelivery): Promise<DeliveryChange> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const schedule = this.settings.webhookRetrySchedule;
    const { logPosition, alteration, recordedAt } = delivery;
    if (logPosition && alteration?.effect === 'withhold') return skip(delivery);
    const firstAt = new Date(recordedAt.getTime() + (schedule[0] ?? 0) + delayOf(alteration));
    if (logPosition && firstAt > startedAt) return postpone(delivery, firstAt);
    const verdict = await traceAttempt(lease, delivery, traceparent => this.send(lease, delivery, traceparent));
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const change = settle(delivery, { verdict, startedAt, durationMs }, schedule, this.clock.now());
    this.logAttempt(lease, delivery, change);
    return change;
  }

  /** Aborts attempts in progress; they are repeated later. */
  interrupt(): void {
    this.interruption.abort();
  }

  /** Returns a failure if the message cannot be signed, or after an unexpected error, which must not block later events. */
  private async send(
    { receiver, url, secrets: sealed }: Lease,
    delivery: OutgoingDelivery,
    traceparent: string | null,
  ): Promise<Verdict> {
    const secrets = this.signing.open(receiver, sealed);
    if (secrets.length === 0) return judge(NO_SECRET, this.clock.now());
    const { eventId: id, body, requestId, alteration, number } = delivery;
    const signing = alterSigning(alteration, number, { secrets, signedAt: this.clock.now() });
    try {
      const message = { id, url, body, requestId, traceparent, ...signing };
      const verdict = await send(message, this.client, this.clock, this.interruption.signal);
      if (verdict.cause)
        this.logger.warn({ cause: describe(verdict.cause), delivery: delivery.id, receiver }, 'sending failed');
      return verdict;
    } catch (error) {
      this.logger.error({ err: error, delivery: delivery.id }, 'sending failed unexpectedly');
      return judge(UNEXPECTED, this.clock.now());
    }
  }

  /** Logs one line, with the ID of the request that caused the event. */
  private logAttempt(
    { receiver }: Lease,
    { id, eventId, eventType, requestId }: OutgoingDelivery,
    { attempt, isSuccess, state, dueAt }: DeliveryChange,
  ): void {
    if (!this.log || !attempt) return;
    const { number, duration_ms: durationMs, status, reason } = attempt;
    const subject = { requestId: requestId ?? undefined, event: eventId, type: eventType, delivery: id, receiver };
    const facts = { ...subject, attempt: number, status, durationMs };
    if (isSuccess) this.log.info(facts, 'delivered');
    else this.log.info({ ...facts, reason, state, next: dueAt }, 'not delivered');
  }
}

/** Code and stack of an error. Its other properties may contain what was sent or received. */
const describe = (error: unknown): string => {
  const { code, stack } = error as NodeJS.ErrnoException;
  return [code, stack ?? String(error)].filter(Boolean).join(' ');
};

const NO_SECRET = {
  reason: 'no_secret',
  explanation: 'The receiver has no secret, or its secret was encrypted with another key. Rotate the secret.',
};

const UNEXPECTED = {
  reason: 'internal_error',
  explanation: 'The message could not be sent because of an error in Nameyard. The log of the worker has the details.',
};

/**
 * Sends a message in a span that belongs to the trace of its event. `send` gets the `traceparent` for the receiver:
 * that of the span, or that of the event while tracing is off.
 */
async function traceAttempt(
  { receiver, url }: Lease,
  { id, eventId, eventType, number, requestId, traceparent }: OutgoingDelivery,
  send: (traceparent: string | null) => Promise<Verdict>,
): Promise<Verdict> {
  if (!isTracing()) return send(traceparent);
  const span = startSpan(`deliver ${eventType}`, {
    kind: SpanKind.CLIENT,
    // Without the path of the URL, which is a secret of some receivers.
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': number > 1 ? number - 1 : undefined,
      'server.address': parseUrl(url)?.hostname,
      'nameyard.event_id': eventId,
      'nameyard.delivery_id': id,
      'nameyard.receiver_id': receiver,
      'nameyard.request_id': requestId ?? undefined,
    },
    parent: parseTraceparent(traceparent),
  });
  const verdict = await send(formatTraceparent(span.spanContext()));
  if (verdict.status !== null) span.setAttribute('http.response.status_code', verdict.status);
  endSpan(span, verdict.reason === null ? undefined : { code: verdict.reason });
  return verdict;
}
