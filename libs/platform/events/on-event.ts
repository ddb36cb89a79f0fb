import { SetMetadata } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Event, EventKind } from './event-kind.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  types: string[];
  consumer: string;
}

/**
 * Handles events in the order of the log, in the transaction that moves the cursor of the consumer, so its effects happen
 * once. It uses only the database. When it fails, its changes are rolled back and it gets each event alone, so that one
 * bad event does not block the others.
 */
export type EventHandler<Data extends object> = (events: Event<Data>[], tx: PoolClient) => Promise<void>;

/**
 * Subscribes a method of a provider to kinds of events. The name of the consumer is stored with its cursor and must never
 * change: a renamed consumer would get all events again.
 */
export function OnEvent<Data extends object>(
  kinds: Pick<EventKind<Data>, 'type'>[],
  { consumer }: { consumer: string },
) {
  const subscription: Subscription = { types: kinds.map(({ type }) => type), consumer };
  return (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<Data>>) =>
    SetMetadata(ON_EVENT, subscription)(target, name, descriptor);
}
