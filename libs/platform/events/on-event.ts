import { SetMetadata } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Event, EventKind } from './event-kind.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  types: string[];
  consumer: string;
}

/**
 * Handles events of one type, oldest first, in the transaction that records them as consumed, so its effects happen
 * once. When it fails, its changes are rolled back and it gets each event alone, so that one bad event does not block
 * the others.
 */
export type EventHandler<Payload extends object> = (events: Event<Payload>[], tx: PoolClient) => Promise<void>;

/**
 * Subscribes a method of a provider to kinds of events. The name of the consumer is stored with each event and must
 * never change: a renamed consumer would get all events again.
 */
export function OnEvent<Payload extends object>(
  kinds: Pick<EventKind<Payload>, 'type'>[],
  { consumer }: { consumer: string },
) {
  const subscription: Subscription = { types: kinds.map(({ type }) => type), consumer };
  return (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<Payload>>) =>
    SetMetadata(ON_EVENT, subscription)(target, name, descriptor);
}
