import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { FlushLog } from './flush-log.js';
import type { LogFilter, LogPlace, LogRow } from './storage/log-query.js';
import { countLog, readLogFrom, readNewest } from './storage/request-search.js';

/** Reads the request log of a tenant. Call `flush` before, to see all requests that were answered. */
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
  oldest(tenantId: string, filter: LogFilter, page: { after?: LogPlace; limit: number }): Promise<LogRow[]> {
    return readLogFrom(this.database, tenantId, filter, page);
  }

  /** Matching requests, newest first. */
  newest(tenantId: string, filter: LogFilter, limit: number): Promise<LogRow[]> {
    return readNewest(this.database, tenantId, filter, limit);
  }

  /** Number of matching requests, counted up to `limit`. */
  count(tenantId: string, filter: LogFilter, limit: number): Promise<number> {
    return countLog(this.database, tenantId, filter, limit);
  }
}
