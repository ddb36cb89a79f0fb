import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { Database, violates } from '#platform/database';
import { TenantAccess } from '../people/tenant-access.js';
import { AccountExists, AccountNotFound, LastOperator } from '../model/errors.js';
import { Account, normalEmail } from '../model/person.js';
import type { EndedAccess } from './end-access.js';

@Injectable()
export class AccountRepository {
  constructor(
    private readonly database: Database,
    private readonly access: TenantAccess,
  ) {}

  all(): Promise<Account[]> {
    return this.database.manager.find(Account, { order: { email: 'ASC' } });
  }

  byId(id: string): Promise<Account | null> {
    return this.database.manager.findOneBy(Account, { id });
  }

  /** @throws AccountNotFound */
  async get(id: string): Promise<Account> {
    const account = await this.byId(id);
    if (!account) throw new AccountNotFound(id);
    return account;
  }

  byEmail(email: string): Promise<Account | null> {
    return this.database.manager.findOneBy(Account, { email: normalEmail(email) });
  }

  /**
   * `work` runs in the same transaction.
   * @throws AccountExists
   */
  async add(account: Account, by: Actor, work?: (account: Account, tx: EntityManager) => Promise<void>): Promise<void> {
    try {
      await this.database.transaction(async tx => {
        await tx.insert(Account, account);
        const change = { action: 'person.create', subject: account.id, after: account.facts() };
        await audit(tx, by, change, account.createdAt);
        await work?.(account, tx);
      });
    } catch (error) {
      if (violates(error, 'people_email_key')) throw new AccountExists(account.email);
      throw error;
    }
  }

  /**
   * Loads, changes and saves an account. `work` returns the access that it has ended. The lock serializes all
   * changes, so that two concurrent ones cannot disable the last two operators.
   * @throws AccountNotFound · LastOperator
   */
  change(
    id: string,
    by: Actor,
    { action, at }: { action: string; at: Date },
    work: (account: Account, tx: EntityManager) => Promise<EndedAccess>,
  ): Promise<{ account: Account; ended: EndedAccess }> {
    return this.database.transaction(async tx => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('identity.people'))`);
      const account = await lockAccount(tx, id);
      const before = account.facts();
      const ended = await work(account, tx);
      await tx.save(Account, account);
      await this.access.changed(tx, account);
      const operators = await tx.countBy(Account, { role: 'operator', disabledAt: IsNull() });
      if (operators === 0 && before.role === 'operator' && !before.disabled) throw new LastOperator();
      const after = { ...account.facts(), revoked_tokens: ended.tokens };
      await audit(tx, by, { action, subject: id, before, after }, at);
      return { account, ended };
    });
  }
}

/**
 * Serializes changes of a person.
 * @throws AccountNotFound
 */
export async function lockAccount(tx: EntityManager, id: string): Promise<Account> {
  const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!account) throw new AccountNotFound(id);
  return account;
}
