import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { Keys } from '#api-keys';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import { type IdScope, OpaqueIds } from '#platform/security/secrets';
import {
  UNAUTHENTICATED_PREFIX,
  type UnauthenticatedPage,
  type UnauthenticatedQuery,
  type UnauthenticatedView,
} from '../contract.js';
import { readUnauthenticated, type UnauthenticatedRow } from '../storage/unauthenticated.js';

/** Lists the requests without valid credentials. */
@Injectable()
export class FindUnauthenticated {
  constructor(
    private readonly keys: Keys,
    private readonly database: Database,
    private readonly ids: OpaqueIds,
  ) {}

  /**
   * Returns the requests that name the tenant, or carry the prefix of one of its keys.
   * @throws UnknownId when `before` is not from an earlier page
   */
  async ofTenant({ id, slug }: PathTenant, query: UnauthenticatedQuery): Promise<UnauthenticatedPage> {
    const keys = await this.keys.list(slug);
    const keyStarts = [...new Set(keys.map(({ hint }) => hint.slice(0, hint.indexOf('…'))))];
    return this.page({ prefix: UNAUTHENTICATED_PREFIX, owner: id }, query, { tenant: slug, keyStarts });
  }

  /** @throws UnknownId when `before` is not from an earlier page */
  all(query: UnauthenticatedQuery): Promise<UnauthenticatedPage> {
    return this.page({ prefix: UNAUTHENTICATED_PREFIX, owner: null }, query);
  }

  private async page(
    scope: IdScope,
    { before: cursor, limit, reason }: UnauthenticatedQuery,
    about?: { tenant: string; keyStarts: string[] },
  ): Promise<UnauthenticatedPage> {
    const before = cursor === undefined ? undefined : this.ids.decodeField(scope, 'before', cursor);
    const { rows, next } = await readPage(
      limit,
      maxRows => readUnauthenticated(this.database, { about, reason, before }, maxRows),
      ({ id }) => this.ids.encode(scope, id),
    );
    return { requests: rows.map(row => viewOf(row, this.ids.encode(scope, row.id))), next };
  }
}

const viewOf = (row: UnauthenticatedRow, id: string): UnauthenticatedView => ({
  id,
  at: row.at.toISOString(),
  reason: row.reason,
  tenant: row.tenant,
  key_hint: row.keyStart === null ? null : `${row.keyStart}…${row.keyEnd}`,
  address: row.address,
  method: row.method,
  endpoint: row.route,
  request_id: row.requestId,
});
