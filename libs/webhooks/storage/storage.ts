import { mappingOf, type Storage } from '#platform/database';
import { EXPORTED_LOG_POSITION, logOrder } from '#platform/events/sql';
import * as migrations from './migrations/index.js';
import { Receiver } from '../model/receiver.js';

const DAY_MS = 86_400_000;
const RETENTION_MS = 30 * DAY_MS;

/** Removed receivers are deleted after the deliveries and recoveries that refer to them. */
const retention: Storage['retention'] = [
  { table: 'webhooks.deliveries', old: `state <> 'pending' AND created_at <= $1`, afterMs: RETENTION_MS },
  { table: 'webhooks.secrets', old: 'expires_at <= $1', afterMs: 0 },
  { table: 'webhooks.recoveries', old: 'finished_at <= $1', afterMs: RETENTION_MS },
  { table: 'webhooks.receivers', old: `state = 'removed' AND off_at <= $1`, afterMs: RETENTION_MS + DAY_MS },
];

const OF_TENANTS = 'receiver_id IN (SELECT id FROM webhooks.receivers WHERE tenant_id = ANY($1))';

/** In an export, the position of an event is its number within the tenant. The cursor stays at the same event, and is due. */
const EXPORTED_CURSOR = {
  ...EXPORTED_LOG_POSITION,
  position: `(SELECT count(*) FROM platform.events e JOIN webhooks.receivers r ON r.tenant_id = e.tenant_id
    WHERE r.id = receiver_id AND (${logOrder('e')}) <= (${logOrder('cursors')}))`,
  due_at: 'now()',
  leased_until: 'NULL',
  holder: 'NULL',
};

const ReceiverMapping = mappingOf(Receiver, 'webhooks.receivers', {
  id: { type: 'text', primary: true, primaryKeyConstraintName: 'receivers_pkey' },
  tenantId: { name: 'tenant_id', type: 'text' },
  url: { type: 'text' },
  description: { type: 'text' },
  events: { type: 'text', array: true },
  environment: { type: 'text', default: 'sandbox' },
  state: { type: 'text' },
  offReason: { name: 'off_reason', type: 'text', nullable: true },
  offAt: { name: 'off_at', type: 'timestamptz', precision: 3, nullable: true },
  failingSince: { name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true },
  lastSuccessAt: { name: 'last_success_at', type: 'timestamptz', precision: 3, nullable: true },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
});

export const webhooksStorage: Storage = {
  schema: 'webhooks',
  entities: [ReceiverMapping],
  migrations: Object.values(migrations),
  retention,
  // Receivers can be deleted during attempts, which then record nothing.
  tenantRows: [{ table: 'webhooks.receivers' }, { table: 'webhooks.deliveries', exported: { sending: 'false' } }],
  tenantChildren: [
    { table: 'webhooks.secrets', condition: OF_TENANTS },
    { table: 'webhooks.recoveries' },
    { table: 'webhooks.cursors', condition: OF_TENANTS, exported: EXPORTED_CURSOR },
  ],
  // Must equal `contextOf` in `signing-secrets.ts`.
  sealed: [{ table: 'webhooks.secrets', id: 'id', context: `'webhooks ' || receiver_id || ' ' || id`, hasKeyId: true }],
};
