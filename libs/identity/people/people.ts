import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoggedInPerson } from '#identity/access';
import { type Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Tenants } from '#tenancy';
import type { PersonView } from '../contract.js';
import { Passwords } from '../login/passwords.js';
import { AccountNotFound, WrongPassword } from '../model/errors.js';
import { checkPassword, makePassword } from '../model/password.js';
import { Account, normalEmail, type Role } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endAccess, type EndedAccess } from '../storage/end-access.js';
import { endLinks } from '../storage/links.js';
import { endOtherSessions } from '../storage/sessions.js';

export interface NewPerson {
  email: string;
  role: Role;
  /** Tenant slugs, for developers. */
  tenants?: string[];
  /** Default: false. */
  owners_masked?: boolean;
  /** Default: a generated password. */
  password?: string;
}

@Injectable()
export class People {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly tenants: Tenants,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  async isEmpty(): Promise<boolean> {
    return (await this.accounts.all()).length === 0;
  }

  /** @throws AccountNotFound */
  async find(idOrEmail: string): Promise<Account> {
    const found = (await this.accounts.byId(idOrEmail)) ?? (await this.accounts.byEmail(idOrEmail));
    if (!found) throw new AccountNotFound(idOrEmail);
    return found;
  }

  async list(): Promise<PersonView[]> {
    const [accounts, tenants] = [await this.accounts.all(), await this.tenants.list()];
    return accounts.map(account => viewOf(account, tenants));
  }

  /**
   * Returns an account, by default with all of its tenants.
   * @throws AccountNotFound
   */
  async get(id: string, tenantIds?: readonly string[]): Promise<PersonView> {
    const account = await this.accounts.get(id);
    const tenants = await this.tenants.list();
    return viewOf(account, tenantIds ? tenants.filter(tenant => tenantIds.includes(tenant.id)) : tenants);
  }

  async view(account: Account): Promise<PersonView> {
    return viewOf(account, await this.tenants.list());
  }

  /**
   * Creates an account, and returns its password. `work` runs in the same transaction.
   * @throws InvalidEmail · TenantMissing · TenantNotFound · WeakPassword · AccountExists · HashQueueFull
   */
  async create(
    given: NewPerson,
    by: Actor,
    work?: (account: Account, tx: EntityManager) => Promise<void>,
  ): Promise<{ account: Account; password: string }> {
    const password = given.password ? await checkPassword(given.password, normalEmail(given.email)) : makePassword();
    const tenantIds = await this.idsOf(given.tenants ?? []);
    const passwordHash = await this.passwords.hash(password);
    const { email, role, owners_masked: ownersMasked } = given;
    const account = Account.create({ email, role, tenantIds, ownersMasked, passwordHash, at: this.clock.now() });
    await this.accounts.add(account, by, work);
    return { account, password };
  }

  /**
   * Changes role, tenants, masking or status, and ends the person's sessions. Disabling or enabling a person also ends
   * their links and revokes their access tokens, so that old ones do not work again once the person is enabled.
   * @throws AccountNotFound · TenantMissing · TenantNotFound · LastOperator
   */
  async change(
    id: string,
    changes: { role?: Role; tenants?: string[]; owners_masked?: boolean; disabled?: boolean },
    by: Actor,
  ): Promise<{ account: Account; ended: EndedAccess }> {
    const at = this.clock.now();
    const tenantIds = changes.tenants && (await this.idsOf(changes.tenants));
    return this.accounts.change(id, by, { action: 'person.change', at }, async (account, tx) => {
      const before = account.facts();
      const { role, owners_masked: ownersMasked, disabled } = changes;
      account.change({ role, tenantIds, ownersMasked, disabled }, at);
      const after = account.facts();
      if (JSON.stringify(after) === JSON.stringify(before)) return { sessions: 0, tokens: 0 };
      if (after.disabled === before.disabled) return { sessions: await endOtherSessions(tx, id, null), tokens: 0 };
      await endLinks(tx, id, 'revoked', at);
      return endAccess(tx, account, at);
    });
  }

  /**
   * Sets a generated password, ends the person's sessions and links, and revokes their access tokens. The limits
   * of failed logins to the account start again, because their keys depend on the password hash.
   * @throws AccountNotFound · HashQueueFull
   */
  async resetPassword(id: string, by: Actor): Promise<{ account: Account; password: string; revokedTokens: number }> {
    const password = makePassword();
    const passwordHash = await this.passwords.hash(password);
    const change = { action: 'person.reset-password', at: this.clock.now() };
    const { account, ended } = await this.accounts.change(id, by, change, async (latest, tx) => {
      latest.passwordHash = passwordHash;
      await endLinks(tx, id, 'obsolete', change.at);
      return endAccess(tx, latest, change.at);
    });
    return { account, password, revokedTokens: ended.tokens };
  }

  /**
   * Sets a new password for the logged-in person, ends their other sessions and links, and revokes their access tokens.
   * @param confirmed the account as `ConfirmPerson` has checked it
   * @throws WrongPassword · WeakPassword · HashQueueFull
   */
  async changePassword(
    person: LoggedInPerson,
    confirmed: Account,
    newPassword: string,
  ): Promise<{ account: Account; ended: EndedAccess }> {
    await checkPassword(newPassword, confirmed.email);
    const passwordHash = await this.passwords.hash(newPassword);
    const change = { action: 'person.change-password', at: this.clock.now() };
    return this.accounts.change(confirmed.id, person, change, async (latest, tx) => {
      // Credentials that were set since the account was read must not be overwritten.
      const isUnchanged = latest.passwordHash === confirmed.passwordHash && latest.generation === confirmed.generation;
      if (!isUnchanged) throw new WrongPassword();
      latest.passwordHash = passwordHash;
      await endLinks(tx, latest.id, 'obsolete', change.at);
      return endAccess(tx, latest, change.at, person.sessionId);
    });
  }

  private async idsOf(slugs: string[]): Promise<string[]> {
    return (await this.tenants.getPermanent(slugs)).map(({ id }) => id);
  }
}

function viewOf(account: Account, tenants: { id: string; slug: string; name: string }[]): PersonView {
  const { id, email, role, tenantIds, ownersMasked, disabledAt, createdAt } = account;
  const visible = tenants.filter(tenant => role === 'operator' || tenantIds.includes(tenant.id));
  return {
    id,
    email,
    role,
    tenants: visible.map(({ slug, name }) => ({ slug, name })),
    owners_masked: ownersMasked,
    disabled: disabledAt !== null,
    created_at: createdAt.toISOString(),
  };
}
