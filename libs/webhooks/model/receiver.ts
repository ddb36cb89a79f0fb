import { newId } from '#platform/model';
import { EVENT_TYPES } from '../events/catalogue.js';
import { InvalidDescription, MAX_DESCRIPTION_LENGTH, UnknownEvent } from './errors.js';

/** The fields that the owner of a receiver can set. */
export interface ReceiverOptions {
  url?: string;
  description?: string;
  /** Event types; an empty list means all. */
  events?: string[];
}

/** A URL that gets the events of a tenant. */
export class Receiver {
  id: string;
  tenantId: string;
  url: string;
  description = '';
  events: string[] = [];
  state: 'on' | 'off' | 'removed' = 'on';
  /** Shown to the owner. */
  offReason: string | null = null;
  offAt: Date | null = null;
  /** Time of the first failure since the last success. */
  failingSince: Date | null = null;
  lastSuccessAt: Date | null = null;
  createdAt: Date;

  /** @throws InvalidDescription · UnknownEvent */
  static add({ tenantId, at, ...options }: ReceiverOptions & { tenantId: string; url: string; at: Date }): Receiver {
    const receiver = Object.assign(new Receiver(), { id: newId('rcv'), tenantId, createdAt: at });
    receiver.change(options);
    return receiver;
  }

  /** The caller validates the URL, which depends on settings. */
  change({ url, description, events }: ReceiverOptions): void {
    if (url !== undefined) this.url = url;
    if (description !== undefined) this.description = checkDescription(description);
    if (events !== undefined) this.events = checkEvents(events);
  }

  switchOn(): void {
    Object.assign(this, { state: 'on', offReason: null, offAt: null, failingSince: null });
  }

  switchOff(reason: string, at: Date): void {
    Object.assign(this, { state: 'off', offReason: reason, offAt: at });
  }

  remove(at: Date): void {
    Object.assign(this, { state: 'removed', offReason: 'removed', offAt: at });
  }

  /** The fields that are written to the audit log. */
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
