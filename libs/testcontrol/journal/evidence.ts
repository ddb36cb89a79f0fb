import { Injectable } from '@nestjs/common';
import { type LogOwner, ReadLog } from '#usage';
import { normalizeSearchTerm } from '#platform/model';
import { FindDeliveries, type RecentDelivery } from '#webhooks';
import type { ExpectedDelivery, ExpectedRequest, JournalDelivery, JournalRequest } from '../contract.js';
import type { Tally } from '../model/expectation.js';
import { nearestTo } from '../model/nearest.js';
import { filterOf, viewOf } from './journal-requests.js';

/** The tenant and the period that a verification covers. */
export interface Period {
  tenant: LogOwner;
  from: Date;
  after?: Date;
}

type Entry = JournalRequest | JournalDelivery;

/** The requests or deliveries that a verification counts. */
export interface Evidence {
  /** Resolves when everything that happened before the call can be counted. */
  refresh(): Promise<void>;
  /** Number of matches, counted up to `limit`. */
  count(limit: number): Promise<Tally>;
  /** The first matches. */
  matches(limit: number): Promise<Entry[]>;
  /** Further entries that match most of the fields. */
  nearest(limit: number): Promise<Entry[]>;
}

/** Maximum number of newest entries that are compared to find the nearest ones. */
const MAX_COMPARED = 1_000;

@Injectable()
export class EvidenceReader {
  constructor(
    private readonly log: ReadLog,
    private readonly deliveries: FindDeliveries,
  ) {}

  ofRequests({ tenant, ...period }: Period, { status, ...fields }: ExpectedRequest): Evidence {
    const all = { ...filterOf({}), ...period };
    const matching = {
      ...filterOf({ ...fields, status: status === undefined ? undefined : String(status) }),
      ...period,
    };
    const expected = { ...fields, status, domain: domainOf(fields) };
    return {
      refresh: () => this.log.flush(),
      count: async limit => {
        const { count, ...found } = await this.log.count(tenant, matching, limit);
        const distinct = { idempotency_keys: found.idempotencyKeys, payment_references: found.paymentReferences };
        return { count, distinct };
      },
      matches: async limit => (await this.log.oldest(tenant, matching, { limit })).map(viewOf),
      nearest: async limit =>
        nearestTo(expected, (await this.log.newest(tenant, all, MAX_COMPARED)).map(viewOf), limit),
    };
  }

  ofDeliveries({ tenant: { id: tenantId }, from, after }: Period, fields: ExpectedDelivery): Evidence {
    const since = after && after > from ? after : from;
    const { event, receiver, state } = fields;
    const domain = domainOf(fields);
    const matching = { eventType: event, domain, receiverId: receiver, state, since };
    const list = (filter: typeof matching | { since: Date }, first: 'oldest' | 'newest', limit: number) =>
      this.deliveries.listRecent(tenantId, filter, { first, limit });
    return {
      refresh: () => Promise.resolve(),
      count: async limit => ({ count: await this.deliveries.countRecent(tenantId, matching, limit) }),
      matches: async limit => (await list(matching, 'oldest', limit)).map(deliveryView),
      nearest: async limit =>
        nearestTo(
          { event, domain, receiver, state },
          (await list({ since }, 'newest', MAX_COMPARED)).map(deliveryView),
          limit,
        ),
    };
  }
}

const domainOf = ({ domain }: { domain?: string }) => (domain === undefined ? undefined : normalizeSearchTerm(domain));

export const deliveryView = (delivery: RecentDelivery): JournalDelivery => ({
  at: delivery.createdAt.toISOString(),
  delivery_id: delivery.id,
  event_id: delivery.eventId,
  event: delivery.eventType,
  domain: delivery.domain,
  receiver: delivery.receiverId,
  state: delivery.state,
  attempts: delivery.attempts,
  altered: delivery.altered,
  altered_by: delivery.alteredBy,
});
