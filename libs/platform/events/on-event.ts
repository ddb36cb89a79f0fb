import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Event, EventHeader, EventKind } from './event-kind.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  types: string[];
  consumer: string;
  isHeaderOnly: boolean;
}

/**
 * Handles events in the order of the log, in the transaction that moves the cursor of the consumer, so its changes are made once. It must change only
 * the database. When it fails, its changes are rolled back and it gets each event alone, so that one bad event does not block the others.
 */
export type EventHandler<E extends EventHeader> = (events: E[], tx: EntityManager) => Promise<void>;

type Kinds<Data extends object> = Pick<EventKind<Data>, 'type'>[];

/**
 * Subscribes a method of a provider to kinds of events. The name of the consumer is stored with its cursor and must never
 * change: a renamed consumer would get all events again.
 */
export function OnEvent<Data extends object>(kinds: Kinds<Data>, { consumer }: { consumer: string }) {
  return subscribe<Event<Data>>({ types: typesOf(kinds), consumer, isHeaderOnly: false });
}

/** Like `OnEvent`, for a method that needs no data. Reading a header costs a fraction of reading an event. */
export function OnEventHeader(kinds: Kinds<object>, { consumer }: { consumer: string }) {
  return subscribe<EventHeader>({ types: typesOf(kinds), consumer, isHeaderOnly: true });
}

const typesOf = (kinds: Kinds<never>) => kinds.map(({ type }) => type);

const subscribe =
  <E extends EventHeader>(subscription: Subscription) =>
  (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler<E>>) =>
    SetMetadata(ON_EVENT, subscription)(target, name, descriptor);
