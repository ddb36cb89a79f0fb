import { Statement } from '#platform/database';
import { type Place, selectPlace } from '#platform/events/sql';
import type { DeliveryChange } from '../model/delivery.js';
import type { Health } from '../model/health.js';
import type { SealedSecret } from './secrets.js';

/** The exclusive right to move the cursor of a receiver, with everything that sending needs. */
export interface Lease extends Place, Health {
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
  /** The valid secrets of the receiver, newest first. */
  secrets: SealedSecret[];
  /** Whether retries are due. */
  hasDue: boolean;
  /** Whether deliveries may be held until a later event is sent. */
  hasHeld: boolean;
  /** Number of slow attempts that are still running. */
  sending: number;
}

type LeaseValues = { receiver: string; holder: string; now: Date; until: Date };

/**
 * Leases a receiver until a time, or renews the lease. Clears the mark that the receiver is due, so its work must be read
 * afterwards, not before. Returns no row if another worker holds the lease.
 */
export const leaseReceiver = new Statement<Lease, LeaseValues>(
  'webhooks.lease',
  `UPDATE webhooks.cursors c SET leased_until = :until, due_at = :until, holder = :holder
   FROM webhooks.receivers r
   WHERE c.receiver_id = :receiver AND r.id = c.receiver_id AND (c.leased_until IS NULL OR c.leased_until <= :now OR c.holder = :holder)
   RETURNING r.id AS receiver, r.tenant_id AS tenant, c.holder, r.url, r.state, r.events,
     coalesce(c.holding_until > :now, false) AS "hasHeld", r.failing_since AS "failingSince", r.last_success_at AS "lastSuccessAt", ${selectPlace('c')},
     (SELECT coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed) ORDER BY s.created_at DESC, s.id DESC), '[]')
      FROM webhooks.secrets s WHERE s.receiver_id = r.id AND (s.expires_at IS NULL OR s.expires_at > :now)) AS secrets,
     EXISTS (SELECT FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.state = 'pending' AND d.due_at <= :now) AS "hasDue",
     (SELECT count(*)::int FROM webhooks.deliveries d
       WHERE d.receiver_id = :receiver AND d.sending AND d.due_at > :now) AS sending`,
);

/** Whether deliveries may be held after a batch. */
export const isHolding = ({ hasHeld }: Lease, changes: DeliveryChange[]): boolean =>
  hasHeld || changes.some(({ isHeld }) => isHeld);
