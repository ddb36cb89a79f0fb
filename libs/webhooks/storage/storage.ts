import type { Storage } from '#platform';
import { CreateWebhooks1763683208000 } from './migrations/1763683208000-create-webhooks.js';
import { ReceiverMapping } from './receiver.mapping.js';

const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;

/** An event goes after its deliveries, and a receiver that was removed after both. */
const retention: Storage['retention'] = [
  { table: 'webhooks.deliveries', old: `state <> 'pending' AND created_at <= $1`, afterMs: KEPT_MS },
  { table: 'webhooks.secrets', old: 'expires_at <= $1', afterMs: 0 },
  { table: 'webhooks.recoveries', old: 'finished_at <= $1', afterMs: KEPT_MS },
  {
    table: 'webhooks.events',
    old: 'occurred_at <= $1 AND NOT EXISTS (SELECT FROM webhooks.deliveries d WHERE d.event_id = events.id)',
    afterMs: KEPT_MS,
  },
  {
    table: 'webhooks.receivers',
    old: `state = 'removed' AND off_at <= $1
      AND NOT EXISTS (SELECT FROM webhooks.deliveries d WHERE d.receiver_id = receivers.id)`,
    afterMs: KEPT_MS,
  },
];

export const webhooksStorage: Storage = {
  schema: 'webhooks',
  entities: [ReceiverMapping],
  migrations: [CreateWebhooks1763683208000],
  retention,
};
