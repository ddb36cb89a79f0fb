import { SetMetadata } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Event, EventKind } from './event.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  type: string;
  consumer: string;
}

/** Runs in the transaction that remembers that this consumer has had the event: its effects happen once. */
export type EventHandler<Payload extends object> = (event: Event<Payload>, tx: PoolClient) => Promise<void>;

/**
 * Marks a method of a provider as the consumer of an event. The name stands in the inbox, so it must never change:
 * a renamed consumer would be told of everything again.
 */
export function OnEvent<Payload extends object>(kind: EventKind<Payload>, options: { consumer: string }) {
  const subscription: Subscription = { type: kind.type, consumer: options.consumer };
  return (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<Payload>>) =>
    SetMetadata(ON_EVENT, subscription)(target, name, descriptor);
}
