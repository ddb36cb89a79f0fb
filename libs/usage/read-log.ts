import { Injectable } from '@nestjs/common';
import { accountIdOf, type PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import { FlushLog } from './flush-log.js';
import type { LogFilter, LogPlace, LogRow } from './storage/log-query.js';
import { countLog, readLogFrom, readNewest } from './storage/request-search.js';

/** A tenant with a log. */
export type LogOwner = Pick<PathTenant, 'id' | 'parentId'>;

/** Reads the request log of a tenant, without the requests of its temporary tenants. Call `flush` before, to see all requests that were answered. */
@Injectable()
export class ReadLog {
  constructor(
    private readonly database: Database,
    private readonly flushLog: FlushLog,
  ) {}

  /**
   * Resolves when all requests that were answered before the call can be read.
   * @throws ServiceUnavailable
   */
  flush(): Promise<void> {
    return this.flushLog.execute();
  }

  /** Matching requests after a place, oldest first. */
  oldest(tenant: LogOwner, filter: LogFilter, page: { after?: LogPlace; limit: number }): Promise<LogRow[]> {
    return readLogFrom(this.database, accountIdOf(tenant), ownOnly(tenant, filter), page);
  }

  /** Matching requests, newest first. */
  newest(tenant: LogOwner, filter: LogFilter, limit: number): Promise<LogRow[]> {
    return readNewest(this.database, accountIdOf(tenant), ownOnly(tenant, filter), limit);
  }

  /** Number of matching requests, counted up to `limit`. */
  count(tenant: LogOwner, filter: LogFilter, limit: number): Promise<number> {
    return countLog(this.database, accountIdOf(tenant), ownOnly(tenant, filter), limit);
  }
}

const ownOnly = ({ id, parentId }: LogOwner, filter: LogFilter): LogFilter => ({
  ...filter,
  temporaryId: parentId === null ? null : id,
});
