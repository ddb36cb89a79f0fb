import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#platform/database';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { hashOfSecret } from '#platform/model';
import { Mailer, type MailResult } from '#platform/outgoing/mail';
import { AccountDisabled, LinkNotFound } from '../model/errors.js';
import { type LinkKind, OneTimeLink } from '../model/one-time-link.js';
import type { Account } from '../model/person.js';
import { newToken } from '../model/session.js';
import { type NewPerson, People } from '../people/people.js';
import { AccountRepository, lockAccount } from '../storage/account.repository.js';
import { endLinks, newestLink } from '../storage/links.js';

/** A link with its token, which is returned only when the link is created. */
export interface NewLink {
  account: Account;
  link: OneTimeLink;
  token: string;
}

const PATHS = { invitation: 'invitation', reset: 'reset-password' };

/**
 * The address of a link. Its token is in the fragment, which browsers do not send: it is neither in the logs of
 * servers and proxies nor in Referer headers.
 */
export const urlOfLink = (origin: string, { link, token }: Pick<NewLink, 'link' | 'token'>): string =>
  `${origin}/portal/${PATHS[link.kind]}#${token}`;

/** Invitations and links to reset passwords. A person has at most one that is open. */
@Injectable()
export class Links {
  constructor(
    private readonly people: People,
    private readonly accounts: AccountRepository,
    private readonly mailer: Mailer,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an account and its invitation. Until the person sets a password, the account has a random, unknown one.
   * @throws InvalidEmail · TenantMissing · TenantNotFound · AccountExists
   */
  async invite(given: Omit<NewPerson, 'password'>, by: Actor): Promise<NewLink> {
    let created: NewLink | undefined;
    await this.people.create({ ...given, password: undefined }, by, async (account, tx) => {
      created = await this.add(tx, account, 'invitation', by);
    });
    return created!;
  }

  /**
   * Creates a link with which a person sets a new password: another invitation if they have not answered theirs, else a
   * link to reset their password. It replaces earlier links.
   * @throws AccountNotFound · AccountDisabled
   */
  create(personId: string, by: Actor): Promise<NewLink> {
    return this.database.transaction(async tx => {
      const account = await lockAccount(tx, personId);
      if (account.disabledAt) throw new AccountDisabled();
      const newest = await newestLink(tx, personId);
      return this.add(tx, account, newest?.isUnanswered ? 'invitation' : 'reset', by);
    });
  }

  /** @throws AccountNotFound · LinkNotFound when the person has no open link */
  async revoke(personId: string, by: Actor): Promise<OneTimeLink> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      const { email } = await lockAccount(tx, personId);
      const link = await newestLink(tx, personId);
      if (link?.status(at) !== 'open') throw new LinkNotFound('The account has no open link.');
      await endLinks(tx, personId, 'revoked', at);
      const facts = { email, kind: link.kind, link: link.id };
      await audit(tx, by, { action: 'person.revoke-link', subject: personId, before: facts }, at);
      return Object.assign(link, { ending: 'revoked' as const, endedAt: at });
    });
  }

  /** The newest link of each person, if it is open, or an invitation that has expired or was revoked. */
  async pending(): Promise<OneTimeLink[]> {
    const at = this.clock.now();
    const newest = await this.database.manager
      .createQueryBuilder(OneTimeLink, 'l')
      .distinctOn(['l.personId'])
      .orderBy('l.personId')
      .addOrderBy('l.createdAt', 'DESC')
      .addOrderBy('l.id', 'DESC')
      .getMany();
    return newest.filter(link => link.isUnanswered || link.status(at) === 'open');
  }

  /**
   * Returns an open link and its account, without using the link.
   * @throws LinkNotFound · LinkExpired · LinkUsed · LinkRevoked
   */
  async find(token: string): Promise<{ link: OneTimeLink; account: Account }> {
    const link = await this.database.manager.findOneBy(OneTimeLink, { hash: hashOfSecret(token) });
    const account = link && (await this.accounts.byId(link.personId));
    if (!link || !account) throw new LinkNotFound();
    link.requireOpen(this.clock.now());
    return { link, account };
  }

  /**
   * Sends a link to its person; returns null if the installation sends no mail.
   * @param origin address of the installation
   */
  mail(created: NewLink, origin: string): Promise<MailResult | null> {
    const { account, link } = created;
    const isInvitation = link.kind === 'invitation';
    const { host } = new URL(origin);
    return this.mailer.send({
      to: account.email,
      subject: isInvitation ? `Invitation to ${host}` : `Set a new password for ${host}`,
      text: [
        isInvitation
          ? `You are invited to the portal of ${origin}. Choose a password for ${account.email} here:`
          : `Choose a new password for ${account.email} at ${origin} here:`,
        urlOfLink(origin, created),
        `The link works once, until ${minuteOf(link.expiresAt)}.`,
        isInvitation
          ? 'If you did not expect this message, ignore it.'
          : 'Your current password works until you set a new one. If you did not ask for a new one, tell an operator.',
      ].join('\n\n'),
    });
  }

  private async add(tx: EntityManager, account: Account, kind: LinkKind, by: Actor): Promise<NewLink> {
    const [token, at] = [newToken(), this.clock.now()];
    const link = OneTimeLink.create({ personId: account.id, kind, token, at });
    await endLinks(tx, account.id, 'superseded', at);
    await tx.insert(OneTimeLink, link);
    const action = kind === 'invitation' ? 'person.invite' : 'person.create-reset-link';
    const after = { email: account.email, link: link.id, expires_at: link.expiresAt };
    await audit(tx, by, { action, subject: account.id, after }, at);
    return { account, link, token };
  }
}

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
