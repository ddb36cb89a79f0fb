import { Inject, Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import { registrationRows } from '#domains';
import { orderRows } from '#orders';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, Notifications } from '#platform/database';
import { TemporaryTenants } from '#tenancy';
import type { WorldRemoved, WorldView } from '../contract.js';
import { WorldNotFound } from '../model/errors.js';

/** The worlds of tenants; `CreateWorld` creates them. */
@Injectable()
export class Worlds {
  constructor(
    private readonly database: Database,
    private readonly tenants: TemporaryTenants,
    private readonly keys: Keys,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The live worlds of a tenant, oldest first. */
  async list(parentId: string): Promise<WorldView[]> {
    const worlds = await this.tenants.list(parentId);
    const ids = worlds.map(({ id }) => id);
    const [orders, registrations] = await Promise.all(
      [orderRows, registrationRows].map(rows => rows.count(this.database, ids)),
    );
    return worlds.map(({ id, slug, name, createdAt, expiresAt }) => ({
      tenant: slug,
      name,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt!.toISOString(),
      orders: orders!.get(id) ?? 0,
      registrations: registrations!.get(id) ?? 0,
    }));
  }

  /**
   * Ends a world. Its key is invalid for every request that is sent after the response; the worker removes its data.
   * @param by for the audit log; undefined for an API key
   * @throws WorldNotFound
   */
  async end(parent: { id: string }, slug: string, by?: Actor): Promise<WorldRemoved> {
    await this.database.transaction(async tx => {
      const subject = await this.tenants.end(tx, parent.id, slug);
      if (subject === undefined) throw new WorldNotFound();
      if (by)
        await audit(tx, by, { tenantId: parent.id, action: 'world.end', subject, before: { slug } }, this.clock.now());
    });
    await this.notifications.confirmed();
    return { tenant: slug, removed: true };
  }

  /**
   * The highest limit of a tenant's own active keys in requests per minute, at least the default limit. Worlds that people
   * create must not slow down these keys.
   */
  async highestKeyLimit({ slug }: { slug: string }): Promise<number> {
    const keys = await this.keys.list(slug);
    const limits = keys.filter(({ status }) => status === 'active').map(({ limit }) => limit);
    return Math.max(this.settings.defaultRateLimit, ...limits);
  }
}
