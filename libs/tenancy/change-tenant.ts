import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { TenantNotFound } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { notification, Notifications, NOTIFY_EACH } from '#platform/database';
import { Tenant, type TenantTerms } from './model/tenant.js';

/**
 * Renames, suspends or resumes a tenant, or switches its test control. Every process then rejects the keys of a suspended
 * tenant; its data is kept.
 * @throws TenantNotFound
 */
@Injectable()
export class ChangeTenant {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly notifications: Notifications,
  ) {}

  async execute(slug: string, wanted: TenantTerms, by: Actor): Promise<Tenant> {
    const at = this.clock.now();
    const changed = await this.dataSource.transaction(async tx => {
      const tenant = await tx.findOne(Tenant, { where: { slug }, lock: { mode: 'pessimistic_write' } });
      if (!tenant) throw new TenantNotFound(slug);
      const before = tenant.facts();
      tenant.change(wanted, at);
      await tx.save(Tenant, tenant);
      await announce(tx, tenant);
      const facts = { tenantId: tenant.id, subject: tenant.id, before, after: tenant.facts() };
      await audit(tx, by, { action: actionOf(before, facts.after), ...facts }, at);
      return tenant;
    });
    await this.notifications.confirmed();
    return changed;
  }
}

type Facts = ReturnType<Tenant['facts']>;

function actionOf(before: Facts, after: Facts): string {
  if (before.control !== after.control) return after.control ? 'tenant.enable-control' : 'tenant.disable-control';
  if (before.suspended === after.suspended) return 'tenant.change';
  return after.suspended ? 'tenant.suspend' : 'tenant.resume';
}

/** A change of a tenant applies to its temporary tenants, too. */
async function announce(tx: EntityManager, { id, slug }: Tenant): Promise<void> {
  // A temporary tenant that is being created is committed first.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('tenancy.tenants'), hashtext($1))`, [id]);
  const temporary = await tx.find(Tenant, { where: { parentId: id }, select: { slug: true } });
  const slugs = [slug, ...temporary.map(child => child.slug)];
  await tx.query(NOTIFY_EACH, [slugs.map(changed => notification('tenant', changed)[0])]);
}
