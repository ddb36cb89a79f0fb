import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { TemporaryTenants } from '#tenancy';
import { WorldNotFound } from '../model/errors.js';

/** Ends a world. Its key is invalid for every request that is sent after the response; the worker removes its data. */
@Injectable()
export class EndWorld {
  constructor(
    private readonly database: Database,
    private readonly tenants: TemporaryTenants,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by for the audit log; undefined for an API key
   * @throws WorldNotFound
   */
  async execute(parent: { id: string }, slug: string, by?: Actor): Promise<void> {
    await this.database.transaction(async tx => {
      const subject = await this.tenants.end(tx, parent.id, slug);
      if (subject === undefined) throw new WorldNotFound();
      if (by)
        await audit(tx, by, { tenantId: parent.id, action: 'world.end', subject, before: { slug } }, this.clock.now());
    });
    await this.notifications.confirmed();
  }
}
