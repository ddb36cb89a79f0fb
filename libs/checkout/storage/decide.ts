import type { BusinessTime } from '#platform/process/clock';
import { Statement } from '#platform/database';
import { contextOf, eventIdOf, recordEvents } from '#platform/events/sql';
import { applyDecisions, decisionEvents } from '../sql.js';

type DecisionValues = {
  tenant: string;
  slug: string;
  order: string;
  outcome: string;
  /** Null for the default reason. */
  reason: string | null;
  /** Whether only the reason changes; then no event is recorded for the outcome. */
  is_repeated: boolean;
  at: BusinessTime;
  /** A new ID. Each event gets this ID with its sequence number as the last digits. */
  event: string;
  recorded_at: Date;
  request_id: string | null;
  traceparent: string | null;
};

/** Decides an order. Returns no row if it was already decided. The caller must have locked the clock and the order. */
export const decide = new Statement<{ id: string }, DecisionValues>(
  'checkout.decide',
  `WITH decision AS (
     SELECT 1 AS number, :tenant::text AS tenant_id, :order::text AS id, :at::timestamptz AS at, :outcome::text AS outcome,
       :reason::text AS reason, :is_repeated::boolean AS is_repeated
   ),
   ${applyDecisions('decision')},
   event AS (${decisionEvents(':slug::text')}),
   recorded AS (${recordEvents('event', {
     id: eventIdOf(':event::text', 'sequence'),
     kind: { type: 'type' },
     tenantId: ':tenant::text',
     key: 'key',
     occurredAt: 'at',
     recordedAt: ':recorded_at::timestamptz',
     context: contextOf(':request_id::text', { delivery: 'delivery', traceparent: ':traceparent::text' }),
     orderBy: 'sequence',
     data: 'data',
   })})
   SELECT id FROM decided`,
);
