import { Conditions, type Database } from '#platform/database';
import { lowestId } from '#platform/security/ids';
import type { DeliveryState } from '../contract.js';
import type { Effect } from '../model/alteration.js';

/** A delivery without the response of its receiver. */
export interface RecentDelivery {
  id: string;
  eventId: string;
  eventType: string;
  domain: string | null;
  receiverId: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  /** Effect of the fault that alters the delivery, and its rule or `header`. */
  altered: Effect | null;
  alteredBy: string | null;
}

/** Conditions of a search; all must be met. */
export interface RecentFilter {
  eventType?: string;
  domain?: string;
  receiverId?: string;
  state?: string;
  /** Recorded later than this time. */
  since: Date;
}

/** Maximum time from the creation of a delivery's ID, before the first attempt, to the insertion of its row. */
const MAX_RECORDING_MS = 5 * 60_000;

const DOMAIN = `e.body::jsonb #>> '{data,domain}'`;

const FROM = 'webhooks.deliveries d JOIN platform.events e ON e.id = d.event_id';

export async function countRecent(
  database: Database,
  tenant: string,
  filter: RecentFilter,
  limit: number,
): Promise<number> {
  const where = conditionsOf(tenant, filter);
  const text = `SELECT count(*)::integer AS count FROM (
    SELECT FROM ${FROM} WHERE ${where.toString()} LIMIT ${where.addParameter(limit)}) matching`;
  const [row] = await where.run<{ count: number }>(database, text);
  return row!.count;
}

export function listRecent(
  database: Database,
  tenant: string,
  filter: RecentFilter,
  { first, limit }: { first: 'oldest' | 'newest'; limit: number },
): Promise<RecentDelivery[]> {
  const where = conditionsOf(tenant, filter);
  const text = `SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", ${DOMAIN} AS domain,
      d.receiver_id AS "receiverId", d.state, jsonb_array_length(d.attempts) AS attempts, d.created_at AS "createdAt",
      e.context #>> '{delivery,effect}' AS altered, e.context #>> '{delivery,rule}' AS "alteredBy"
    FROM ${FROM} WHERE ${where.toString()} ORDER BY d.id ${first === 'newest' ? 'DESC' : ''} LIMIT ${where.addParameter(limit)}`;
  return where.run(database, text);
}

function conditionsOf(tenant: string, { eventType, domain, receiverId, state, since }: RecentFilter): Conditions {
  const where = new Conditions();
  where.add(`d.tenant_id = ${where.addParameter(tenant)}`);
  // Deliveries have no index by time for a tenant, but their IDs sort by time.
  where.add(`d.id >= ${where.addParameter(lowestId('dlv', new Date(since.getTime() - MAX_RECORDING_MS)))}`);
  where.add(`d.created_at > ${where.addParameter(since)}`);
  where.addIfDefined(eventType, value => `d.event_type = ${value}`);
  where.addIfDefined(receiverId, value => `d.receiver_id = ${value}`);
  where.addIfDefined(state, value => `d.state = ${value}`);
  where.addIfDefined(domain, value => `${DOMAIN} = ${value}`);
  return where;
}
