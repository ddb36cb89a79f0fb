import { Injectable } from '@nestjs/common';
import { registrationRows } from '#domains';
import { orderRows } from '#orders';
import { Database } from '#platform/database';
import { TemporaryTenants } from '#tenancy';
import type { WorldView } from '../contract.js';

/** Lists the live worlds of a tenant, oldest first. */
@Injectable()
export class ListWorlds {
  constructor(
    private readonly database: Database,
    private readonly tenants: TemporaryTenants,
  ) {}

  async execute(parentId: string): Promise<WorldView[]> {
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
}
