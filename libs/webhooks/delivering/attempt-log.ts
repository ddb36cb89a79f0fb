import type { Logger } from '#platform/observability/log';
import type { DeliveryChange } from '../model/delivery.js';
import type { Lease } from '../storage/leases.js';
import type { OutgoingDelivery } from '../storage/reading.js';

/** Logs one line per attempt, with the ID of the request that caused the event. */
export class AttemptLog {
  private readonly logger: Logger | undefined;

  constructor(logger: Logger) {
    // These fields contain no secrets; redaction would double the cost of the line.
    this.logger = logger.isLevelEnabled('info') ? logger.child({}, { redact: [] }) : undefined;
  }

  write(
    { receiver }: Lease,
    { id, eventId, eventType, requestId }: OutgoingDelivery,
    { attempt, isSuccess, state, dueAt }: DeliveryChange,
  ): void {
    if (!this.logger || !attempt) return;
    const { number, duration_ms: durationMs, status, reason } = attempt;
    const subject = { requestId: requestId ?? undefined, event: eventId, type: eventType, delivery: id, receiver };
    const facts = { ...subject, attempt: number, status, durationMs };
    if (isSuccess) this.logger.info(facts, 'delivered');
    else this.logger.info({ ...facts, reason, state, next: dueAt }, 'not delivered');
  }
}
