import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Event, EventKind } from './event-kind.js';

export const ON_EVENT = Symbol('on-event');

export interface Subscription {
  types: string[];
  consumer: string;
}

/**
 * Handles events in the order of the log, in the transaction that moves the cursor of the consumer, so its changes are made
 * once. It must change only the database. When it fails, its changes are rolled back and it gets each event alone, so that
 * one bad event does not block the others.
 */
export type EventHandler = (events: Event[], tx: EntityManager) => Promise<void>;

/**
 * Subscribes a method of a provider to kinds of events. The name of the consumer is stored with its cursor and must never
 * change: a renamed consumer would get all events again.
 */
export const OnEvent =
  (kinds: Pick<EventKind, 'type'>[], { consumer }: { consumer: string }) =>
  (target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<EventHandler>) =>
    SetMetadata(ON_EVENT, { types: kinds.map(({ type }) => type), consumer })(target, name, descriptor);
