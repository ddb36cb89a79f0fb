import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import { Statement } from '../database/statement.js';
import { parseTraceparent } from '../observability/tracing/traceparent.js';
import { runInLinkedSpan } from '../observability/tracing/tracing.js';
import type { Consumer } from './consumers.js';
import type { Event } from './event-kind.js';
import { logOrder } from './sql.js';

/** The SDK keeps at most 128 links per span by default. */
const MAX_LINKS = 128;

/** The traces of these events. Call only while `isTracing()`. */
const findTraces = new Statement<{ traceparent: string }, { events: string[] }>(
  'events.traces',
  `SELECT e.context ->> 'traceparent' AS traceparent FROM platform.events e
   WHERE e.id = ANY(:events::text[]) AND e.context ->> 'traceparent' IS NOT NULL
   ORDER BY ${logOrder('e')} LIMIT ${MAX_LINKS}`,
);

/** Passes events to a consumer in a span, with links to the requests that caused them. */
export async function handleInSpan(tx: EntityManager, consumer: Consumer, events: Event[]): Promise<void> {
  const rows = await findTraces.run(tx, { events: events.map(({ id }) => id) });
  const attributes = {
    'messaging.system': 'nameyard',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.consumer.group.name': consumer.name,
    'messaging.batch.message_count': events.length,
    'nameyard.event_types': [...new Set(events.map(({ type }) => type))],
  };
  const links = rows.map(({ traceparent }) => parseTraceparent(traceparent));
  const options = { kind: SpanKind.CONSUMER, attributes };
  await runInLinkedSpan(`process ${consumer.name}`, options, links, () => consumer.handle(events, tx));
}
