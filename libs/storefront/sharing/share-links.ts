import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { permanentTenantIdOf, LoginRequired, type PathTenant } from '#identity/access';
import { type RemainingAccess, TenantAccess } from '#identity';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';
import { newId } from '#platform/security/ids';
import { randomCharacters } from '#platform/model';
import { permanentTenantOf } from '#tenancy/sql';
import type { ShareLink, ShareLinkView } from '../contract.js';
import { ShareLinkNotFound } from '../model/errors.js';
import { hashOf } from '../visitors/visitors.js';

export const DEFAULT_SHARE_HOURS = 24;

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** `used_at` is updated at most once in this time. */
const USED_INTERVAL_MS = MINUTE_MS;

/** Logs and traces mask texts with this prefix. */
const TOKEN_PREFIX = 'ny_share_';
const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 136 random bits. */
const RANDOM_LENGTH = 23;

interface ShareLinkRow {
  id: string;
  createdAt: Date;
  /** ID of the person who created the link; null for the command line and for links of releases that did not record it. */
  createdBy: string | null;
  createdByName: string | null;
  expiresAt: Date;
  usedAt: Date | null;
}

const use = new Statement<{ id: string }, { tenant: string; hash: Buffer; now: Date; usedBefore: Date }>(
  'storefront.use-share-link',
  `WITH used AS (
     UPDATE storefront.share_links SET used_at = :now
     WHERE tenant_id = :tenant AND hash = :hash AND expires_at > :now AND (used_at IS NULL OR used_at < :usedBefore)
   )
   SELECT id FROM storefront.share_links WHERE tenant_id = :tenant AND hash = :hash AND expires_at > :now`,
);

const linksOf = new Statement<ShareLinkRow, { tenant: string; now: Date }>(
  'storefront.share-links',
  `SELECT id, created_at AS "createdAt", created_by AS "createdBy", created_by_name AS "createdByName",
     expires_at AS "expiresAt", used_at AS "usedAt"
   FROM storefront.share_links WHERE tenant_id = :tenant AND expires_at > :now ORDER BY id DESC`,
);

/**
 * Links that open a storefront as its developers see it. A link is valid until it expires, is revoked, or its creator loses
 * access to the tenant. The portal opens storefronts through links, too, because browsers do not send its session cookie to
 * another host. The cookie of a visit contains the token of the link, so that visits end with the link.
 */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: TenantAccess,
  ) {
    access.onChange(endLinks);
  }

  /** @throws LoginRequired if the person has lost access to the tenant since the request was authorized */
  create(tenant: Pick<PathTenant, 'id' | 'parentId'>, hours: number, by: Actor): Promise<ShareLink> {
    const { id: tenantId } = tenant;
    const [id, at] = [newId('shl'), this.clock.now()];
    const token = TOKEN_PREFIX + randomCharacters(TOKEN_ALPHABET, RANDOM_LENGTH);
    const expiresAt = new Date(at.getTime() + hours * HOUR_MS);
    return this.database.transaction(async tx => {
      if (by.id !== null && !(await this.access.checkAndLock(tx, by.id, permanentTenantIdOf(tenant))))
        throw new LoginRequired();
      await tx.query(
        `INSERT INTO storefront.share_links (id, tenant_id, hash, created_at, created_by, created_by_name, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, tenantId, hashOf(token), at, by.id, by.name, expiresAt],
      );
      const after = { hours, expires_at: expiresAt.toISOString() };
      await audit(tx, by, { tenantId, action: 'storefront.share', subject: id, after }, at);
      return { id, path: `/share/${token}`, expires_at: expiresAt.toISOString() };
    });
  }

  /** The valid links of a tenant, newest first. */
  async list(tenantId: string): Promise<ShareLinkView[]> {
    const rows = await linksOf.run(this.database, { tenant: tenantId, now: this.clock.now() });
    return rows.map(viewShareLink);
  }

  /** @throws ShareLinkNotFound */
  revoke(tenantId: string, id: string, by: Actor): Promise<void> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      const [[link]] = (await tx.query(
        `DELETE FROM storefront.share_links WHERE tenant_id = $1 AND id = $2 AND expires_at > $3
         RETURNING created_by_name AS by, expires_at AS "expiresAt"`,
        [tenantId, id, at],
      )) as [[{ by: string | null; expiresAt: Date }?]];
      if (!link) throw new ShareLinkNotFound(id);
      const before = { created_by: link.by, expires_at: link.expiresAt.toISOString() };
      await audit(tx, by, { tenantId, action: 'storefront.revoke-share', subject: id, before }, at);
    });
  }

  /** Whether the link with this token is valid for the tenant. Records its use. */
  async use(tenantId: string, token: string): Promise<boolean> {
    const now = this.clock.now();
    const usedBefore = new Date(now.getTime() - USED_INTERVAL_MS);
    return (await use.first(this.database, { tenant: tenantId, hash: hashOf(token), now, usedBefore })) !== undefined;
  }
}

/** Deletes the links of a person for the tenants that the person can no longer access. */
async function endLinks(tx: EntityManager, { personId, tenantIds }: RemainingAccess): Promise<void> {
  if (tenantIds === undefined) return;
  await tx.query(
    `DELETE FROM storefront.share_links link WHERE link.created_by = $1 AND NOT ${permanentTenantOf('link.tenant_id')} = ANY($2)`,
    [personId, tenantIds],
  );
}

const viewShareLink = (row: ShareLinkRow): ShareLinkView => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  person_id: row.createdBy,
  created_by: row.createdByName,
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.usedAt?.toISOString() ?? null,
});
