import { SetMetadata } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Event, EventKind } from './event.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  type: string;
  consumer: string;
}

/**
 * Runs in the transaction that remembers that this consumer has had the events: its effects happen once. It is given as
 * many as there are, the oldest first, so that it can write them together. When it fails, all that it did is undone, and
 * it is given each of them by itself: one that it cannot take keeps it from none of the others.
 */
export type EventHandler<Payload extends object> = (events: Event<Payload>[], tx: PoolClient) => Promise<void>;

/**
 * Marks a method of a provider as the consumer of a kind of event. The name stands in the inbox, so it must never change:
 * a renamed consumer would be told of everything again.
 */
export function OnEvent<Payload extends object>(kind: EventKind<Payload>, options: { consumer: string }) {
  const subscription: Subscription = { type: kind.type, consumer: options.consumer };
  return (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<Payload>>) =>
    SetMetadata(ON_EVENT, subscription)(target, name, descriptor);
}
