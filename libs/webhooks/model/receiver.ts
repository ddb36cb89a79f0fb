import { newId } from '#platform/model';
import { EVENT_TYPES } from '../events/catalogue.js';
import { InvalidDescription, MAX_DESCRIPTION_LENGTH, UnknownEvent } from './errors.js';

/** Where the events of a receiver happen: in the sandbox, or at the live registrar. */
export const ENVIRONMENTS = ['sandbox', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The fields that the owner of a receiver can set. */
export interface ReceiverOptions {
  url?: string;
  description?: string;
  /** Event types; an empty list means all. */
  events?: string[];
}

/** The environment never changes. */
export interface NewReceiverOptions extends ReceiverOptions {
  url: string;
  environment?: Environment;
}

/** A URL that gets the events of a tenant. */
export class Receiver {
  id: string;
  tenantId: string;
  url: string;
  description = '';
  events: string[] = [];
  environment: Environment = 'sandbox';
  state: 'on' | 'off' | 'removed' = 'on';
  /** Shown to the owner. */
  offReason: string | null = null;
  offAt: Date | null = null;
  /** Time of the first failure since the last success. */
  failingSince: Date | null = null;
  lastSuccessAt: Date | null = null;
  createdAt: Date;

  /** @throws InvalidDescription · UnknownEvent */
  static add({
    tenantId,
    at,
    environment = 'sandbox',
    ...options
  }: NewReceiverOptions & { tenantId: string; at: Date }): Receiver {
    const receiver = Object.assign(new Receiver(), { id: newId('rcv'), tenantId, createdAt: at, environment });
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
    const { url, description, events, environment, state, offReason } = this;
    return { url, description, events: [...events], environment, state, off_reason: offReason };
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
