import type { PurchaseStep } from '#usage/contract';

export const LANES = ['Shop', 'Nameyard', 'Registry', 'Receivers'] as const;

type Lane = (typeof LANES)[number];

/** A message between two lanes, for the picture of a purchase. */
export interface Message {
  from: Lane;
  to: Lane;
  /** Short text for the arrow. */
  label: string;
  /** Full text for the table. */
  text: string;
  /** Real time; undefined for a planned message. */
  at: string | undefined;
  outcome: PurchaseStep['outcome'] | 'lost';
  /** Delivery of the attempt that the message shows. */
  delivery?: string | null;
}

/** Messages of a purchase in order of time. Attempts of a delivery with the same outcome are joined. */
export function messagesOf(steps: readonly PurchaseStep[]): Message[] {
  const messages = steps.flatMap(messagesOfStep);
  const planned = messages.filter(({ at }) => at === undefined);
  const past = messages
    .filter(({ at }) => at !== undefined)
    .toSorted((one, other) => Date.parse(one.at!) - Date.parse(other.at!))
    .reduce<Message[]>(putDecisionFirst, []);
  return [...past, ...planned].reduce<Message[]>(joinAttempts, []);
}

/**
 * Maximum error of the difference between two times, in milliseconds. Both are rounded to milliseconds, and times of events
 * come from their IDs, which can be 5 ms ahead.
 */
const MAX_INACCURACY = 7;

/** A decision during a request can seem to follow the response. */
function putDecisionFirst(messages: Message[], message: Message): Message[] {
  const last = messages.at(-1);
  const isDuringRequest =
    message.from === 'Registry' &&
    last?.to === 'Shop' &&
    Date.parse(message.at!) - Date.parse(last.at!) <= MAX_INACCURACY;
  return isDuringRequest ? [...messages.slice(0, -1), message, last] : [...messages, message];
}

function messagesOfStep(step: PurchaseStep): Message[] {
  const { kind, title, request, outcome, detail, at, duration_ms } = step;
  if (request) {
    const answer = request.lost ? 'lost' : String(request.status);
    const end = new Date(Date.parse(at) + (duration_ms ?? 0)).toISOString();
    return [
      { from: 'Shop', to: 'Nameyard', label: title, text: title, at, outcome: 'ok' },
      {
        from: 'Nameyard',
        to: 'Shop',
        label: request.replayed ? `${answer}, repeated` : answer,
        text: `Response ${answer}${detail ? ` ${detail}` : ''}${request.replayed ? ', the stored response' : ''}`,
        at: end,
        outcome: request.lost ? 'lost' : outcome,
      },
    ];
  }
  if (kind === 'attempt')
    return [
      {
        from: 'Nameyard',
        to: 'Receivers',
        label: detail ?? 'Attempt',
        text: `${title}: ${detail ?? outcome}`,
        at,
        outcome,
        delivery: step.delivery_id,
      },
    ];
  const isDecision = kind === 'registration' || (kind === 'renewal' && !/order|Payment/.test(title));
  if (!isDecision) return [];
  const isPlanned = outcome === 'planned';
  const label = isPlanned ? 'Decision' : title.replace(/ until .*/, '');
  const text = detail ? `${title} (${detail})` : title;
  return [{ from: 'Registry', to: 'Nameyard', label, text, at: isPlanned ? undefined : at, outcome }];
}

function joinAttempts(messages: Message[], message: Message): Message[] {
  const last = messages.at(-1);
  if (!message.delivery || last?.delivery !== message.delivery || last.outcome !== message.outcome)
    return [...messages, message];
  const count = Number(/^(\d+) attempts/.exec(last.label)?.[1] ?? 1) + 1;
  const joined = { ...last, label: `${count} attempts`, text: `${last.text}; ${message.text}` };
  return [...messages.slice(0, -1), joined];
}
