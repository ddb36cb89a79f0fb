import { Injectable } from '@nestjs/common';
import { type AuditRow, readAudit } from '#platform/security/audit';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import { OpaqueIds } from '#platform/security/secrets';
import { TemporaryTenants, Tenants } from '#tenancy';
import { AUDIT_PREFIX, type AuditEntry, type AuditPage, type AuditQuery } from '../contract.js';

/** IDs belong to no tenant, because operators read the log of all tenants. */
const SCOPE = { prefix: AUDIT_PREFIX, owner: null };

/** Lists the audit log, newest first. */
@Injectable()
export class ListAudit {
  constructor(
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly temporary: TemporaryTenants,
    private readonly ids: OpaqueIds,
  ) {}

  /** @throws TenantNotFound · UnknownId when `before` is not from an earlier page */
  async execute({ tenant: slug, before, limit, from, to, ...filter }: AuditQuery): Promise<AuditPage> {
    const position = before === undefined ? undefined : this.ids.decodeField(SCOPE, 'before', before);
    const tenant = slug === undefined ? undefined : (await this.tenants.getBySlug(slug)).id;
    const period = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
    const { rows, next } = await readPage(
      limit,
      maxRows => readAudit(this.database, { ...filter, ...period, tenant, before: position, limit: maxRows }),
      row => this.ids.encode(SCOPE, row.position),
    );
    const slugs = await this.slugsFor(rows);
    return { entries: rows.map(row => this.view(row, slugs)), next };
  }

  /** The slugs of permanent tenants, and of the worlds in the rows, by ID. A removed tenant has none. */
  private async slugsFor(rows: AuditRow[]): Promise<Map<string, string>> {
    const slugs = new Map((await this.tenants.list()).map(({ id, slug }) => [id, slug]));
    const others = rows.flatMap(({ tenantId }) => (tenantId === null || slugs.has(tenantId) ? [] : tenantId));
    for (const { id, slug } of (await this.temporary.names(others)).values()) slugs.set(id, slug);
    return slugs;
  }

  private view({ position, at, tenantId, ...row }: AuditRow, slugs: Map<string, string>): AuditEntry {
    const tenant = tenantId === null ? null : (slugs.get(tenantId) ?? tenantId);
    return { id: this.ids.encode(SCOPE, position), at: at.toISOString(), tenant, ...row };
  }
}
