import { EventKind } from '#platform/contract';
import * as domainEvents from '#domains/events';

/** The events that receivers can subscribe to: all that other modules declare. */
export const SUBSCRIBABLE: EventKind[] = Object.values<unknown>(domainEvents).filter(
  value => value instanceof EventKind,
);

export const EVENT_TYPES: readonly string[] = SUBSCRIBABLE.map(({ type }) => type);
