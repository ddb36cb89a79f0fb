import { Conflict, Invalid, newId, NotFound } from '#platform/model';
import { EVENT_TYPES } from '../events/catalogue.js';

/** A tenant has no more receivers than this. */
export const MOST_RECEIVERS = 16;

const LONGEST_DESCRIPTION = 200;

export interface ReceiverTerms {
  url?: string;
  description?: string;
  /** Empty: all events. */
  events?: string[];
}

/** An address of a tenant's that is told of its events. */
export class Receiver {
  id: string;
  tenantId: string;
  url: string;
  description: string;
  events: string[];
  state: 'on' | 'off' | 'removed';
  /** Why it is off, in words for its owner. */
  offReason: string | null;
  offAt: Date | null;
  /** The first failure since its last success; nothing while all is well. */
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  createdAt: Date;

  /** @throws InvalidDescription · UnknownEvent */
  static add({ tenantId, at, ...terms }: ReceiverTerms & { tenantId: string; url: string; at: Date }): Receiver {
    const receiver = Object.assign(new Receiver(), {
      id: newId('rcv'),
      tenantId,
      description: '',
      events: [],
      state: 'on' as const,
      offReason: null,
      offAt: null,
      failingSince: null,
      lastSuccessAt: null,
      createdAt: at,
    });
    receiver.change(terms);
    return receiver;
  }

  /** The address itself is checked by whoever knows which addresses may be called. */
  change({ url, description, events }: ReceiverTerms): void {
    if (url !== undefined) this.url = url;
    if (description !== undefined) this.description = checkDescription(description);
    if (events !== undefined) this.events = checkEvents(events);
  }

  /** A receiver that is switched on starts with a clean record. */
  switchOn(): void {
    Object.assign(this, { state: 'on', offReason: null, offAt: null, failingSince: null });
  }

  switchOff(reason: string, at: Date): void {
    Object.assign(this, { state: 'off', offReason: reason, offAt: at });
  }

  remove(at: Date): void {
    Object.assign(this, { state: 'removed', offReason: 'removed', offAt: at });
  }

  /** What the audit log keeps. */
  facts() {
    const { url, description, events, state, offReason } = this;
    return { url, description, events: [...events], state, off_reason: offReason };
  }
}

function checkDescription(description: string): string {
  const text = description.trim();
  if (text.length <= LONGEST_DESCRIPTION) return text;
  throw new Invalid('INVALID_DESCRIPTION', `A description has at most ${LONGEST_DESCRIPTION} characters.`);
}

function checkEvents(events: string[]): string[] {
  const unknown = events.find(event => !EVENT_TYPES.includes(event));
  if (unknown === undefined) return [...new Set(events)];
  throw new Invalid('UNKNOWN_EVENT', `Unknown event type "${unknown}"; use ${EVENT_TYPES.join(', ')}.`);
}

export class TooManyReceivers extends Conflict {
  constructor() {
    super('TOO_MANY_RECEIVERS', `A tenant has at most ${MOST_RECEIVERS} receivers; remove one that is not used.`);
  }
}

export class ReceiverOff extends Conflict {
  constructor(id: string, reason: string | null) {
    super('RECEIVER_OFF', `Receiver ${id} is off (${reason ?? 'by its owner'}); switch it on first.`);
  }
}

export class ReceiverNotFound extends NotFound {
  constructor(id: string) {
    super(
      'RECEIVER_NOT_FOUND',
      `There is no receiver "${id}"; \`webhooks list --tenant SLUG\` shows those that exist.`,
    );
  }
}
