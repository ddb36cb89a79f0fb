import { Injectable } from '@nestjs/common';
import { permanentTenantIdOf, type PathTenant } from '#identity/access';
import { Batcher, Database, notification, Notifications, NOTIFY } from '#platform/database';
import { ServiceUnavailable } from '#platform/http';
import { type LogFilter, LogQuery, type LogRow, type RequestPosition } from './storage/log-query.js';
import { countLog, type LogCount, readOldest } from './storage/request-search.js';

/** A tenant with a log. */
export type LogOwner = Pick<PathTenant, 'id' | 'parentId'>;

/** Topic of notifications that ask all processes to write their waiting entries. */
export const FLUSH_TOPIC = 'usage.flush';

/** Maximum number of attempts to flush; each waits for a confirmation for at most a second. */
const MAX_ATTEMPTS = 3;

/**
 * Reads the request log of a tenant, without the requests of its temporary tenants. Call `flush` first to see all answered
 * requests.
 */
@Injectable()
export class ReadLog {
  /** One flush serves all readers that were waiting when it began. */
  private readonly waiting = new Batcher<void>(readers => this.flushAll().then(() => readers), { maxSize: Infinity });

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Makes all processes write their buffered entries. Resolves when the log has every request answered before the call.
   * @throws ServiceUnavailable
   */
  flush(): Promise<void> {
    return this.waiting.add();
  }

  /** Matching requests after a position, oldest first. */
  oldest(tenant: LogOwner, filter: LogFilter, page: { after?: RequestPosition; limit: number }): Promise<LogRow[]> {
    return readOldest(this.database, queryOf(tenant, filter), page);
  }

  /** Matching requests, newest first. */
  newest(tenant: LogOwner, filter: LogFilter, limit: number): Promise<LogRow[]> {
    const query = queryOf(tenant, filter);
    return query.run(this.database, query.newest({ before: null, limit }));
  }

  /** Number of matching requests, counted up to `limit`. */
  count(tenant: LogOwner, filter: LogFilter, limit: number): Promise<LogCount> {
    return countLog(this.database, queryOf(tenant, filter), limit);
  }

  private async flushAll(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await this.database.query({ text: NOTIFY, values: notification(FLUSH_TOPIC, 'all') });
      if (await this.notifications.confirmed()) return;
    }
    throw new ServiceUnavailable('Some processes did not write their requests to the log in time. Retry.', 1);
  }
}

const queryOf = (tenant: LogOwner, filter: LogFilter): LogQuery =>
  new LogQuery(permanentTenantIdOf(tenant), { ...filter, temporaryId: tenant.parentId === null ? null : tenant.id });
