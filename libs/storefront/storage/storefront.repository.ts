import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY } from '#platform/database';
import { StorefrontSettings } from '../model/storefront-settings.js';

/** Topic of notifications; their subject is the tenant's ID. */
export const TOPIC = 'storefront';

@Injectable()
export class StorefrontRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Without the content of the logo. */
  get(tenantId: string): Promise<StorefrontSettings> {
    return this.read(this.database.manager, tenantId);
  }

  /** Loads, changes and saves the settings of a tenant. Concurrent changes wait. */
  change(
    tenantId: string,
    by: Actor,
    action: string,
    work: (settings: StorefrontSettings) => void,
  ): Promise<StorefrontSettings> {
    return this.database.transaction(async tx => {
      // Not a row lock, because the first change creates the row.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('storefront.storefronts'), hashtext($1))`, [tenantId]);
      const settings = await this.read(tx, tenantId);
      const before = settings.facts();
      work(settings);
      settings.updatedAt = this.clock.now();
      await tx.save(StorefrontSettings, settings);
      await tx.query(NOTIFY, notification(TOPIC, tenantId));
      const change = { tenantId, action, subject: tenantId, before, after: settings.facts() };
      await audit(tx, by, change, settings.updatedAt);
      return settings;
    });
  }

  private async read(manager: EntityManager, tenantId: string): Promise<StorefrontSettings> {
    const stored = await manager.findOneBy(StorefrontSettings, { tenantId });
    return stored ?? StorefrontSettings.defaultsOf(tenantId, this.clock.now());
  }
}
