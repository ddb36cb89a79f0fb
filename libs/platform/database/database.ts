import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { isConnectionLost } from './errors.js';
import type { Executor } from './statement.js';

/**
 * Runs hand-written SQL on TypeORM's connection pool. TypeORM does not support prepared statements, without which
 * PostgreSQL would plan the statements of every request again.
 */
@Injectable()
export class Database implements Executor {
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
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    // pg counts each caller as waiting until the next tick, also one that gets a connection then.
    const available = idleCount + options.max - totalCount;
    return { size: totalCount, max: options.max, idle: idleCount, waiting: Math.max(0, waitingCount - available) };
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Runs `work` in a transaction, and rolls back if it rejects. */
  async transaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
