import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database, Statement } from '#platform/database';
import { newId } from '#platform/ids';
import type { ShareLink } from '../contract.js';
import { hashOf, newToken } from '../visitors/visitors.js';

export const DEFAULT_SHARE_HOURS = 24;

const HOUR_MS = 3_600_000;

const find = new Statement<{ expiresAt: Date }, { tenant: string; hash: Buffer; now: Date }>(
  'storefront.share-link',
  `SELECT expires_at AS "expiresAt" FROM storefront.share_links
   WHERE tenant_id = :tenant AND hash = :hash AND expires_at > :now`,
);

/**
 * Links that open a storefront as its developers see it, until they expire. The portal opens the storefront through one as
 * well: a browser does not send the portal's session to another host.
 */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  create(tenantId: string, hours: number, by: Actor): Promise<ShareLink> {
    const [id, token, at] = [newId('shl'), newToken(), this.clock.now()];
    const expiresAt = new Date(at.getTime() + hours * HOUR_MS);
    return this.dataSource.transaction(async tx => {
      await tx.query(
        `INSERT INTO storefront.share_links (id, tenant_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
        [id, tenantId, hashOf(token), at, expiresAt],
      );
      const after = { hours, expires_at: expiresAt.toISOString() };
      await audit(tx, by, { tenantId, action: 'storefront.share', subject: id, after }, at);
      return { path: `/share/${token}`, expires_at: expiresAt.toISOString() };
    });
  }

  /** Whether the link with this token is valid for the tenant. */
  async isValid(tenantId: string, token: string): Promise<boolean> {
    const values = { tenant: tenantId, hash: hashOf(token), now: this.clock.now() };
    return (await find.first(this.database, values)) !== undefined;
  }
}
