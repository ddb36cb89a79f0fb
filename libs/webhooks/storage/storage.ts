import type { Storage } from '#platform/database';
import * as migrations from './migrations/index.js';
import { ReceiverMapping } from './receiver.mapping.js';

const DAY_MS = 86_400_000;
const RETENTION_MS = 30 * DAY_MS;

/** Removed receivers are deleted after everything that refers to them. */
const retention: Storage['retention'] = [
  { table: 'webhooks.deliveries', old: `state <> 'pending' AND created_at <= $1`, afterMs: RETENTION_MS },
  { table: 'webhooks.secrets', old: 'expires_at <= $1', afterMs: 0 },
  { table: 'webhooks.recoveries', old: 'finished_at <= $1', afterMs: RETENTION_MS },
  { table: 'webhooks.receivers', old: `state = 'removed' AND off_at <= $1`, afterMs: RETENTION_MS + DAY_MS },
];

export const webhooksStorage: Storage = {
  schema: 'webhooks',
  entities: [ReceiverMapping],
  migrations: Object.values(migrations),
  retention,
  // Cursors, secrets and recoveries are deleted with their receivers.
  // An attempt still in progress records nothing after its receiver is deleted.
  tenantRows: [{ table: 'webhooks.receivers' }, { table: 'webhooks.deliveries' }],
  // Must equal `contextOf` in `signing-secrets.ts`.
  sealed: [{ table: 'webhooks.secrets', id: 'id', context: `'webhooks ' || receiver_id || ' ' || id`, hasKeyId: true }],
};
