import { Conditions, type Database, jsonTime } from '#platform/database';
import { lowestId } from '#platform/security/ids';
import type { DeliveryState } from '../contract.js';
import type { Effect } from '../model/alteration.js';

/** A delivery to a receiver of sandbox events, without its response. */
export interface RecentDelivery {
  /** When it was recorded. */
  at: string;
  delivery_id: string;
  event_id: string;
  event: string;
  domain: string | null;
  receiver: string;
  state: DeliveryState;
  attempts: number;
  /** Effect of the fault that alters the delivery, and its rule or `header`. */
  altered: Effect | null;
  altered_by: string | null;
}

/** Conditions of a search; all must be met. */
interface RecentFilter {
  event?: string;
  domain?: string;
  receiver?: string;
  state?: string;
  /** Recorded later than this time. */
  since: Date;
}

/** Maximum time from the creation of a delivery's ID, before the first attempt, to the insertion of its row. */
const MAX_RECORDING_MS = 5 * 60_000;

const DOMAIN = `e.body::jsonb #>> '{data,domain}'`;

const FROM = `webhooks.deliveries d JOIN platform.events e ON e.id = d.event_id
  JOIN webhooks.receivers r ON r.id = d.receiver_id`;

/** Number of deliveries that match, counted up to `limit`. */
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

/** Deliveries that match. */
export function listRecent(
  database: Database,
  tenant: string,
  filter: RecentFilter,
  { first, limit }: { first: 'oldest' | 'newest'; limit: number },
): Promise<RecentDelivery[]> {
  const where = conditionsOf(tenant, filter);
  const text = `SELECT ${jsonTime('d.created_at')} AS at, d.id AS delivery_id, d.event_id, d.event_type AS event,
      ${DOMAIN} AS domain, d.receiver_id AS receiver, d.state, jsonb_array_length(d.attempts) AS attempts,
      e.context #>> '{delivery,effect}' AS altered, e.context #>> '{delivery,rule}' AS altered_by
    FROM ${FROM} WHERE ${where.toString()} ORDER BY d.id ${first === 'newest' ? 'DESC' : ''} LIMIT ${where.addParameter(limit)}`;
  return where.run(database, text);
}

function conditionsOf(tenant: string, { event, domain, receiver, state, since }: RecentFilter): Conditions {
  const where = new Conditions();
  where.add(`d.tenant_id = ${where.addParameter(tenant)}`, `r.environment = 'sandbox'`);
  // Deliveries have no index by time for a tenant, but their IDs sort by time.
  where.add(`d.id >= ${where.addParameter(lowestId('dlv', new Date(since.getTime() - MAX_RECORDING_MS)))}`);
  where.add(`d.created_at > ${where.addParameter(since)}`);
  where.addIfDefined(event, value => `d.event_type = ${value}`);
  where.addIfDefined(receiver, value => `d.receiver_id = ${value}`);
  where.addIfDefined(state, value => `d.state = ${value}`);
  where.addIfDefined(domain, value => `${DOMAIN} = ${value}`);
  return where;
}
