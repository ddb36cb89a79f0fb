import { domainToASCII } from 'node:url';
import type { WebhookEvent } from '../client/webhooks.js';
import { EventNotReceivedError } from './errors.js';
import { realTime } from './real-time.js';
import type { RejectedWebhook } from './receiver.js';

export interface NextOptions {
  /** Only events of this domain. */
  domain?: string | undefined;
  /** Maximum time to wait in milliseconds (default 5,000). */
  within?: number | undefined;
}

interface Waiter {
  matches(event: WebhookEvent): boolean;
  resolve(event: WebhookEvent): void;
  reject(error: Error): void;
}

/**
 * The events of a receiver, and the calls of `next` that wait for an event. Each event is returned by one call only,
 * even if it is delivered several times.
 */
export class EventInbox {
  readonly events: WebhookEvent[] = [];
  readonly #ids = new Set<string>();
  readonly #unread: WebhookEvent[] = [];
  readonly #waiters: Waiter[] = [];

  add(event: WebhookEvent): void {
    this.events.push(event);
    if (this.#ids.has(event.id)) return;
    this.#ids.add(event.id);
    const waiter = this.#waiters.find(({ matches }) => matches(event));
    if (waiter) waiter.resolve(event);
    else this.#unread.push(event);
  }

  next<Type extends WebhookEvent['type']>(
    type: Type,
    { domain, within = 5_000 }: NextOptions,
    rejected: () => readonly RejectedWebhook[],
  ): Promise<Extract<WebhookEvent, { type: Type }>> {
    const matches = (event: WebhookEvent) =>
      event.type === type && (domain === undefined || domainOf(event) === asciiOf(domain));
    const index = this.#unread.findIndex(matches);
    type Event = Extract<WebhookEvent, { type: Type }>;
    if (index !== -1) return Promise.resolve(this.#unread.splice(index, 1)[0] as Event);
    const wanted = domain === undefined ? type : `${type} of ${domain}`;
    return new Promise<Event>((resolve, reject) => {
      const timer = realTime.setTimeout(() => {
        const message = `No ${wanted} arrived within ${within} ms.\n${this.#describe(rejected())}`;
        waiter.reject(new EventNotReceivedError(message));
      }, within);
      const end = () => {
        realTime.clearTimeout(timer);
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      };
      const waiter: Waiter = {
        matches,
        resolve: event => (end(), resolve(event as Event)),
        reject: error => (end(), reject(error)),
      };
      this.#waiters.push(waiter);
    });
  }

  /** Rejects all calls of `next` that still wait. */
  close(): void {
    for (const waiter of this.#waiters.slice())
      waiter.reject(new EventNotReceivedError('The receiver was closed before the event arrived.'));
  }

  #describe(rejected: readonly RejectedWebhook[]): string {
    const arrived = this.events.map(event => {
      const domain = domainOf(event);
      const subject = domain === undefined ? event.type : `${event.type} of ${domain}`;
      const isUnread = this.#unread.some(({ id }) => id === event.id);
      return `  ${subject}${isUnread ? '' : ' (returned by an earlier call)'}`;
    });
    const invalid = rejected.map(({ error }) => `  a request that was rejected: ${error.message}`);
    const lines = [...arrived, ...invalid];
    return lines.length > 0 ? ['Arrived:', ...lines].join('\n') : 'Nothing arrived.';
  }
}

/** The domain as events have it: in lower case, and with A-labels. */
const asciiOf = (domain: string): string => domainToASCII(domain.replace(/\.$/, '')) || domain.toLowerCase();

/** All events have a domain except test events. */
const domainOf = (event: WebhookEvent): string | undefined =>
  'domain' in event.data ? (event.data.domain as string) : undefined;
