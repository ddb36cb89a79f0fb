import { newId } from '#platform/model';
import { EVENT_TYPES } from '../events/catalogue.js';
import { InvalidDescription, MAX_DESCRIPTION_LENGTH, UnknownEvent } from './errors.js';

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
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  throw new InvalidDescription();
}

function checkEvents(events: string[]): string[] {
  const unknown = events.find(event => !EVENT_TYPES.includes(event));
  if (unknown === undefined) return [...new Set(events)];
  throw new UnknownEvent(unknown, EVENT_TYPES);
}
