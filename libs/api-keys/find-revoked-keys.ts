import { Injectable } from '@nestjs/common';
import { Database, Statement } from '#platform/database';

const revoked = new Statement<{ hash: string }, { hashes: string[] }>(
  'keys.revoked-by-hash',
  'SELECT hash FROM api_keys.keys WHERE hash = ANY(:hashes) AND revoked_at IS NOT NULL',
);

/** Tells revoked keys from unknown ones, which the guard does not: it knows active keys only. */
@Injectable()
export class FindRevokedKeys {
  constructor(private readonly database: Database) {}

  /** The hashes that belong to revoked keys. */
  async among(hashes: string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    return new Set((await revoked.run(this.database, { hashes })).map(({ hash }) => hash));
  }
}
