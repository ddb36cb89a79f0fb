import { SafeClient } from './connection.js';

/**
 * A client of a pooler in transaction mode, where each transaction can run on another connection to PostgreSQL. Statements
 * are not prepared under a name: another client may have used the name, and poolers before PgBouncer 1.21 do not keep them.
 */
export class PooledClient extends SafeClient {
  // The overloads of `query` differ in their results only.
  override query = ((statement: unknown, ...more: unknown[]) => {
    const unnamed = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
    const run = super.query as (...parameters: unknown[]) => unknown;
    return run.call(this, unnamed ? { ...statement, name: undefined } : statement, ...more);
  }) as SafeClient['query'];
}
