import { Injectable } from '@nestjs/common';
import { Tenants } from '#tenancy';
import type { PersonView } from '../contract.js';
import { AccountNotFound } from '../model/errors.js';
import type { Account } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';

/** Returns accounts with the tenants that they can see. */
@Injectable()
export class ViewPeople {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly tenants: Tenants,
  ) {}

  /**
   * Returns an account, by default with all of its tenants.
   * @throws AccountNotFound
   */
  async get(id: string, tenantIds?: readonly string[]): Promise<PersonView> {
    const account = await this.accounts.byId(id);
    if (!account) throw new AccountNotFound(id);
    const tenants = await this.tenants.list();
    return viewOf(account, tenantIds ? tenants.filter(tenant => tenantIds.includes(tenant.id)) : tenants);
  }

  async list(): Promise<PersonView[]> {
    const [accounts, tenants] = [await this.accounts.all(), await this.tenants.list()];
    return accounts.map(account => viewOf(account, tenants));
  }

  async view(account: Account): Promise<PersonView> {
    return viewOf(account, await this.tenants.list());
  }
}

function viewOf(account: Account, tenants: { id: string; slug: string; name: string }[]): PersonView {
  const { id, email, role, tenantIds, disabledAt, createdAt } = account;
  const visible = tenants.filter(tenant => role === 'operator' || tenantIds.includes(tenant.id));
  return {
    id,
    email,
    role,
    tenants: visible.map(({ slug, name }) => ({ slug, name })),
    disabled: disabledAt !== null,
    created_at: createdAt.toISOString(),
  };
}
