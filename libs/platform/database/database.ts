import { Injectable } from '@nestjs/common';
import type { Client, Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { isConnectionLost, isDiskFull } from './errors.js';
import type { PatientPool } from './pool.js';

const DISK_FULL_MS = 60_000;

/**
 * Runs transactions, and hand-written SQL on TypeORM's connection pool. TypeORM does not prepare statements, so
 * PostgreSQL would plan the statements of every request again.
 */
@Injectable()
export class Database {
  /** When PostgreSQL last failed to write because its disk was full, in milliseconds of `performance.now()`. */
  private diskFullAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs one statement on any connection. The pool's own `query` closes the connection after every error, for example a
   * violated constraint, and loses its prepared statements.
   */
  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      return await client.query<Row>(statement);
    } catch (error) {
      this.noteDiskFull(error);
      broken = isConnectionLost(error) ? (error as Error) : undefined;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Opens all connections of the pool, so that the first burst of requests does not time out waiting for them. */
  async warmUp(): Promise<void> {
    const opening = Array.from({ length: this.pool.options.max }, async () => (await this.pool.connect()).release());
    // The next request reports a connection that cannot be opened.
    await Promise.allSettled(opening);
  }

  /** Connections of the pool, and requests that wait for one. */
  get poolUse(): { size: number; max: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount, options, isRefused } = this.pool;
    // pg counts every caller as waiting until the next tick, even if a connection is available.
    const available = idleCount + (isRefused ? 0 : options.max - totalCount);
    return { size: totalCount, max: options.max, idle: idleCount, waiting: Math.max(0, waitingCount - available) };
  }

  private get pool(): Pool & Pick<PatientPool, 'isRefused'> {
    return (this.dataSource.driver as unknown as { master: Pool & PatientPool }).master;
  }

  /** Whether a statement of this process has failed in the last minute because PostgreSQL's disk was full. */
  get isDiskFull(): boolean {
    return performance.now() - this.diskFullAt < DISK_FULL_MS;
  }

  private noteDiskFull(error: unknown): void {
    if (isDiskFull(error)) this.diskFullAt = performance.now();
  }

  /** Reads and changes entities outside a transaction. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Runs `work` in a transaction, and rolls back if it rejects. A `Statement` can run in it as well. */
  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    try {
      await runner.startTransaction();
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      this.noteDiskFull(error);
      if (isConnectionLost(error)) close(client);
      else await runner.rollbackTransaction().catch(() => close(client));
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Keeps the pool from using a connection again. A statement that has timed out may still run on it. */
const close = (client: PoolClient) => void (client as unknown as Client).end();
