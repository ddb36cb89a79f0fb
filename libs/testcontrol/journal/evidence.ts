import { Injectable } from '@nestjs/common';
import { type LogOwner, ReadLog } from '#usage';
import { normalizeSearchTerm } from '#platform/model';
import { Database } from '#platform/database';
import { countRecent, listRecent } from '#webhooks';
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
  /** Entries that match some but not all of the fields, best match first. */
  nearest(limit: number): Promise<Entry[]>;
}

/** Maximum number of newest entries that are compared to find the nearest ones. */
const MAX_COMPARED = 1_000;

@Injectable()
export class EvidenceReader {
  constructor(
    private readonly log: ReadLog,
    private readonly database: Database,
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
    const expected = { ...fields, domain: domainOf(fields) };
    const matching = { ...expected, since };
    const newest = { first: 'newest', limit: MAX_COMPARED } as const;
    return {
      refresh: () => Promise.resolve(),
      count: async limit => ({ count: await countRecent(this.database, tenantId, matching, limit) }),
      matches: limit => listRecent(this.database, tenantId, matching, { first: 'oldest', limit }),
      nearest: async limit =>
        nearestTo<JournalDelivery>(expected, await listRecent(this.database, tenantId, { since }, newest), limit),
    };
  }
}

const domainOf = ({ domain }: { domain?: string }) => (domain === undefined ? undefined : normalizeSearchTerm(domain));
