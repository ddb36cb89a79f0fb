import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { isConnectionLost } from './errors.js';
import type { Executor } from './statement.js';

/**
 * The pool that TypeORM opened, for statements that are written by hand: TypeORM cannot name a statement, and on
 * the way of a request an unnamed one is planned anew each time.
 */
@Injectable()
export class Database implements Executor {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs one statement on any connection. The pool's own `query` throws a connection away after every error, and with
   * it the statements that were prepared on it; a race that somebody lost is no reason to.
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

  /**
   * Opens every connection that requests may need; else the first burst would have to wait for all of them at once, and
   * on a busy machine in vain.
   */
  async warmUp(): Promise<void> {
    const opening = Array.from({ length: this.pool.options.max }, async () => (await this.pool.connect()).release());
    // Of one that cannot be opened, whoever asks next is told.
    await Promise.allSettled(opening);
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Runs `work` in one transaction: all of it holds, or nothing does. */
  async transaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = await undo(client, error);
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** Rolls back, and gives the error that makes the connection useless, if there is one: nobody waits for it twice. */
async function undo(client: PoolClient, error: unknown): Promise<Error | undefined> {
  if (isConnectionLost(error)) return error as Error;
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (failure) {
    return failure as Error;
  }
}
