import { Injectable } from '@nestjs/common';
import { type AuditRow, readAudit } from '#platform/audit';
import { Database } from '#platform/database';
import { OpaqueIds } from '#platform/secrets';
import { FindTenants } from '#tenancy';
import { AUDIT_PREFIX, type AuditEntry, type AuditPage, type AuditQuery } from '../contract.js';

/** Operators read the log across tenants, so that its ids belong to none. */
const SCOPE = { prefix: AUDIT_PREFIX, owner: null };

/** Lists changes, newest first. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly database: Database,
    private readonly tenants: FindTenants,
    private readonly ids: OpaqueIds,
  ) {}

  /** @throws TenantNotFound · UnknownId when `before` is not from an earlier page */
  async execute({ tenant: slug, action, before, limit }: AuditQuery): Promise<AuditPage> {
    const position = before === undefined ? null : this.ids.decodeField(SCOPE, 'before', before);
    const tenant = slug === undefined ? null : (await this.tenants.bySlug(slug)).id;
    // One more than the limit tells whether there is another page.
    const query = { tenant, action: action ?? null, before: position, limit: limit + 1 };
    const rows = await readAudit(this.database, query);
    const slugs = new Map((await this.tenants.all()).map(({ id, slug }) => [id, slug]));
    const entries = rows.slice(0, limit).map(row => this.view(row, slugs));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }

  private view({ position, at, tenantId, ...row }: AuditRow, slugs: Map<string, string>): AuditEntry {
    const tenant = tenantId === null ? null : (slugs.get(tenantId) ?? tenantId);
    return { id: this.ids.encode(SCOPE, position), at: at.toISOString(), tenant, ...row };
  }
}
