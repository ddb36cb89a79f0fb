import { Injectable } from '@nestjs/common';
import { type AuditRow, Database, readAudit } from '#platform';
import { FindTenants } from '#tenancy';
import type { AuditEntry, AuditPage, AuditQuery } from '../contract.js';

/** Who changed what, the newest first. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly database: Database,
    private readonly tenants: FindTenants,
  ) {}

  /** @throws TenantNotFound when it is asked for one that is not there */
  async execute({ tenant: slug, limit, ...asked }: AuditQuery): Promise<AuditPage> {
    const tenant = slug === undefined ? null : (await this.tenants.bySlug(slug)).id;
    const query = { tenant, action: asked.action ?? null, before: asked.before ?? null };
    // One more than asked for tells whether there is another page.
    const rows = await readAudit(this.database, { ...query, limit: limit + 1 });
    const slugs = new Map((await this.tenants.all()).map(({ id, slug }) => [id, slug]));
    const entries = rows.slice(0, limit).map(row => entryOf(row, slugs));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }
}

function entryOf({ position, at, tenantId, ...row }: AuditRow, slugs: Map<string, string>): AuditEntry {
  const tenant = tenantId === null ? null : (slugs.get(tenantId) ?? tenantId);
  return { id: position, at: at.toISOString(), tenant, ...row };
}
