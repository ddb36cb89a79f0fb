import { jsonTime, Statement } from '#platform/database';
import { logOrder } from '#platform/events/sql';
import type { ReceiverAttempts, ReceiverView } from '../contract.js';
import { MAX_QUEUED } from '../model/delivery.js';
import type { SwitchOffReason } from '../model/health.js';
import { IS_SUBSCRIBED } from './due.js';

/** The receivers of a tenant, oldest first, or one of them. Removed receivers are left out. */
export const findReceivers = new Statement<ReceiverView, { tenant: string; id: string | null; now: Date }>(
  'webhooks.receivers',
  `SELECT r.id, r.url, r.description, r.events, r.environment, r.state, r.off_reason, ${jsonTime('r.failing_since')} AS failing_since,
     ${jsonTime('r.last_success_at')} AS last_success_at, (
       SELECT count(*)::int FROM (
         SELECT FROM platform.events e
         WHERE e.tenant_id = r.tenant_id AND (${logOrder('e')}) > (${logOrder('c')}) AND ${IS_SUBSCRIBED}
         LIMIT ${MAX_QUEUED + 1}
       ) queued
     ) AS queued, (
       SELECT count(*)::int FROM (
         SELECT FROM webhooks.deliveries d
         WHERE d.receiver_id = r.id AND d.state = 'pending' AND NOT (d.sending AND d.due_at > :now)
         LIMIT ${MAX_QUEUED + 1}
       ) pending
     ) AS pending, (
       SELECT coalesce(json_agg(json_build_object('hint', s.hint, 'created_at', ${jsonTime('s.created_at')},
         'expires_at', ${jsonTime('s.expires_at')}) ORDER BY s.created_at DESC, s.id DESC), '[]')
       FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)
     ) AS secrets, ${jsonTime('r.created_at')} AS created_at
   FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id
   WHERE r.tenant_id = :tenant AND r.state <> 'removed' AND (:id::text IS NULL OR r.id = :id)
   ORDER BY r.created_at, r.id`,
);

/**
 * The attempts of the latest deliveries to a receiver, newest first. Reads only deliveries from `:oldest` on, because
 * the index is by tenant: a quiet receiver may share it with a busy one.
 */
export const findAttempts = new Statement<
  ReceiverAttempts['attempts'][number],
  { tenant: string; receiver: string; oldest: string; deliveries: number; limit: number }
>(
  'webhooks.attempts-of-receiver',
  `SELECT d.id AS delivery_id, a.number, a.started_at, a.duration_ms, a.status, a.reason
   FROM (
     SELECT id, attempts FROM webhooks.deliveries
     WHERE tenant_id = :tenant AND receiver_id = :receiver AND id >= :oldest ORDER BY id DESC LIMIT :deliveries
   ) d, jsonb_to_recordset(d.attempts) AS a (number integer, started_at text, duration_ms float8, status integer, reason text)
   ORDER BY a.started_at DESC, d.id DESC LIMIT :limit`,
);

type SwitchOffValues = SwitchOffReason & { receiver: string; now: Date };

/** Switches off a receiver that is on. Returns its URL and tenant, or no row if nothing changed. */
export const switchOff = new Statement<{ url: string; tenantId: string }, SwitchOffValues>(
  'webhooks.switch-off',
  `UPDATE webhooks.receivers SET state = 'off', off_reason = :reason, off_at = :now
   WHERE id = :receiver AND state = 'on' AND (:since::timestamptz IS NULL OR failing_since = :since)
   RETURNING url, tenant_id AS "tenantId"`,
);
