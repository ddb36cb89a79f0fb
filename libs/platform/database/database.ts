import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { isConnectionLost } from './away.js';

/**
 * The pool that TypeORM opened, for statements that are written by hand: TypeORM cannot name a statement, and on
 * the way of a request an unnamed one is planned anew each time.
 */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  get pool(): Pool {
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
