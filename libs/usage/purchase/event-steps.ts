import { type EventWithDeliveries, SUBSCRIBABLE } from '#webhooks';
import type { PurchaseStep } from '../contract.js';
import { realTimeOf, stepWithoutRequest } from './request-steps.js';

/** Events at the end of a term. */
const END = /^domain\.(?:expiring|expired|released)$/;

const isEndOfTerm = (type: string): boolean => END.test(type);

/** The step of an event, and those of its deliveries with each attempt. */
export function stepsOfEvent(recorded: EventWithDeliveries): PurchaseStep[] {
  const { id, type, occurredAt, altered, alteredBy, deliveries } = recorded;
  const event = stepWithoutRequest({
    kind: isEndOfTerm(type) ? 'expiry' : 'event',
    title: SUBSCRIBABLE.find(kind => kind.type === type)?.definition.summary ?? type,
    at: realTimeOf(id) ?? occurredAt.toISOString(),
    business_at: occurredAt.toISOString(),
    detail: type,
    fault: altered && { kind: `webhook/${altered}`, source: alteredBy ?? 'header' },
    event_id: id,
  });
  return [event, ...deliveries.flatMap(delivery => stepsOfDelivery(event, delivery))];
}

type Delivery = EventWithDeliveries['deliveries'][number];

function stepsOfDelivery(event: PurchaseStep, delivery: Delivery): PurchaseStep[] {
  const { id, url, state, attempts, nextAttemptAt, isSending } = delivery;
  const about = { kind: 'attempt' as const, event_id: event.event_id, delivery_id: id };
  const steps = attempts.map(({ number, trigger, started_at, duration_ms, status, reason }) =>
    stepWithoutRequest({
      ...about,
      title: `${TRIGGERS[trigger]} ${number} to ${url}`,
      at: started_at,
      duration_ms,
      outcome: reason === null ? 'ok' : 'failed',
      detail: reason ?? (status === null ? null : String(status)),
    }),
  );
  if (state === 'queued' || state === 'pending')
    steps.push(
      stepWithoutRequest({
        ...about,
        title:
          nextAttemptAt === null
            ? `Delivery to ${url}`
            : `${isSending ? 'Attempt in progress' : 'Next attempt'} to ${url}`,
        at: nextAttemptAt ?? event.at,
        outcome: 'waiting',
        detail: isSending ? 'sending' : state,
      }),
    );
  if (state === 'skipped' && attempts.length === 0)
    steps.push(
      stepWithoutRequest({ ...about, title: `Delivery to ${url}`, at: event.at, outcome: 'failed', detail: state }),
    );
  return steps;
}

const TRIGGERS: Record<Delivery['attempts'][number]['trigger'], string> = {
  event: 'Attempt',
  retry: 'Attempt',
  resend: 'Attempt (resend)',
  recover: 'Attempt (recovery)',
  test: 'Attempt (test)',
};
