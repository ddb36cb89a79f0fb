import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../model/person.js';

/** The access of a person after a change. */
export interface RemainingAccess {
  personId: string;
  /** The tenants that the person can still see; undefined for all. */
  tenantIds: string[] | undefined;
}

type Listener = (tx: EntityManager, remaining: RemainingAccess) => Promise<void>;

/** Lets other modules react when a person loses access to a tenant, for example revoke links that the person has shared. */
@Injectable()
export class TenantAccess {
  private readonly listeners: Listener[] = [];

  /** `listener` runs in the transaction of each change of an account. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  async changed(tx: EntityManager, account: Account): Promise<void> {
    const remaining = { personId: account.id, tenantIds: tenantIdsOf(account) };
    for (const listener of this.listeners) await listener(tx, remaining);
  }

  /**
   * Whether a person can see a tenant now. Locks the account until the transaction ends. A concurrent change of the
   * account waits; its listeners then see what this transaction wrote.
   */
  async checkAndLock(tx: EntityManager, personId: string, tenantId: string): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `SELECT FROM identity.people WHERE id = $1 AND disabled_at IS NULL
         AND (role = 'operator' OR $2 = ANY(tenant_ids)) FOR SHARE`,
      [personId, tenantId],
    );
    return rows.length > 0;
  }
}

function tenantIdsOf({ disabledAt, role, tenantIds }: Account): string[] | undefined {
  if (disabledAt !== null) return [];
  return role === 'operator' ? undefined : tenantIds;
}
