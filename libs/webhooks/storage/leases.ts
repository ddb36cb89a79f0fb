import { Statement } from '#platform/database';
import { isSuspended } from '#tenancy/sql';
import { type LogPosition, selectLogPosition } from '#platform/events/sql';
import type { DeliveryChange } from '../model/delivery.js';
import type { Health } from '../model/health.js';
import type { Environment } from '../model/receiver.js';
import type { SealedSecret } from './secrets.js';

/** The exclusive right to move the cursor of a receiver, with the data for sending. */
export interface Lease extends LogPosition, Health {
  /** ID of the receiver. */
  receiver: string;
  /** ID of its tenant. */
  tenant: string;
  /** ID of the lease. */
  holder: string;
  url: string;
  state: 'on' | 'off' | 'removed';
  /** Event types; an empty list means all. */
  events: string[];
  environment: Environment;
  /** The valid secrets of the receiver, newest first. */
  secrets: SealedSecret[];
  /** Whether retries or postponed first attempts are due. */
  hasDueDeliveries: boolean;
  /** Whether deliveries may be held until a later event is sent. */
  hasHeldDeliveries: boolean;
  /** Number of slow attempts that are still running. */
  slowAttempts: number;
}

/**
 * `leased_until` of the receivers of a tenant that is being moved to another installation. `isFree` ignores such a lease once
 * the tenant is resumed.
 */
export const LEASED_FOR_MOVE = `timestamptz '9999-01-01 00:00:00Z'`;

/** Whether the receiver of a cursor is not leased. */
export const isFree = (cursor: string) =>
  `(${cursor}.leased_until IS NULL OR ${cursor}.leased_until <= :now OR ${cursor}.leased_until = ${LEASED_FOR_MOVE} AND NOT EXISTS (
     SELECT FROM webhooks.receivers held WHERE held.id = ${cursor}.receiver_id AND ${isSuspended('held.tenant_id')}))`;

/**
 * Leases all free receivers of tenants, so that nothing is sent to them while the tenants are suspended. Returns whether an
 * attempt or another lease is still running.
 */
export const holdReceivers = new Statement<{ isBusy: boolean }, { tenants: string[]; now: Date }>(
  'webhooks.hold',
  `WITH held AS (
     UPDATE webhooks.cursors c SET leased_until = ${LEASED_FOR_MOVE}, holder = 'moving' FROM webhooks.receivers r
     WHERE r.id = c.receiver_id AND r.tenant_id = ANY(:tenants)
       AND (c.leased_until IS NULL OR c.leased_until <= :now OR c.leased_until = ${LEASED_FOR_MOVE})
     RETURNING c.receiver_id
   )
   SELECT EXISTS (SELECT FROM webhooks.cursors c JOIN webhooks.receivers r ON r.id = c.receiver_id
       WHERE r.tenant_id = ANY(:tenants) AND NOT EXISTS (SELECT FROM held WHERE held.receiver_id = r.id))
     OR EXISTS (SELECT FROM webhooks.deliveries d JOIN webhooks.receivers r ON r.id = d.receiver_id
       WHERE r.tenant_id = ANY(:tenants) AND d.sending AND d.due_at > :now) AS "isBusy"`,
);

type LeaseValues = {
  receiver: string;
  holder: string;
  /** Leases of other jobs of this process. A paused job may still send after its lease expired. */
  otherHolders: string[];
  now: Date;
  until: Date;
};

/**
 * Leases a receiver until a time, or renews the lease. Clears the mark that the receiver is due, so read its work
 * afterwards, not before. Returns no row if another job holds the lease.
 */
export const leaseReceiver = new Statement<Lease, LeaseValues>(
  'webhooks.lease',
  `UPDATE webhooks.cursors c SET leased_until = :until, due_at = :until, holder = :holder
   FROM webhooks.receivers r
   WHERE c.receiver_id = :receiver AND r.id = c.receiver_id AND (c.holder = :holder OR ${isFree('c')} AND (c.leased_until IS NULL OR c.holder <> ALL(:otherHolders::text[])))
   RETURNING r.id AS receiver, r.tenant_id AS tenant, c.holder, r.url, r.state, r.events, r.environment,
     coalesce(c.holding_until > :now, false) AS "hasHeldDeliveries", r.failing_since AS "failingSince", r.last_success_at AS "lastSuccessAt", ${selectLogPosition('c')},
     (SELECT coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed) ORDER BY s.created_at DESC, s.id DESC), '[]')
      FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)) AS secrets,
     EXISTS (SELECT FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.state = 'pending' AND d.due_at <= :now) AS "hasDueDeliveries",
     (SELECT count(*)::int FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.sending AND d.due_at > :now) AS "slowAttempts"`,
);

/** Whether deliveries may be held after a batch. */
export const hasHeldDeliveriesAfter = ({ hasHeldDeliveries }: Lease, changes: DeliveryChange[]): boolean =>
  hasHeldDeliveries || changes.some(({ isHeld }) => isHeld);
