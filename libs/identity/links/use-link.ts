import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type LoggedIn, type LoginClient, OpenSession } from '../login/open-session.js';
import { Passwords } from '../login/passwords.js';
import { LinkNotFound, LinkRevoked } from '../model/errors.js';
import type { OneTimeLink } from '../model/one-time-link.js';
import { checkPassword } from '../model/password.js';
import type { Account } from '../model/person.js';
import { hashOfToken } from '../model/session.js';
import { AccountRepository } from '../storage/account.repository.js';
import { endAccess } from '../storage/end-access.js';
import { endLinks, LinkRepository, lockLink } from '../storage/link.repository.js';

/**
 * Sets a password with an invitation or a link to reset it, and logs the person in. There are no limits of attempts:
 * tokens have 256 random bits, and passwords are hashed only for valid ones.
 */
@Injectable()
export class UseLink {
  constructor(
    private readonly links: LinkRepository,
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly sessions: OpenSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns an open link and its account, without using the link.
   * @throws LinkNotFound · LinkExpired · LinkUsed · LinkRevoked
   */
  async find(token: string): Promise<{ link: OneTimeLink; account: Account }> {
    const link = await this.links.byHash(hashOfToken(token));
    const account = link && (await this.accounts.byId(link.personId));
    if (!link || !account) throw new LinkNotFound();
    link.requireOpen(this.clock.now());
    if (account.disabledAt) throw new LinkRevoked('disabled');
    return { link, account };
  }

  /**
   * Ends the person's other sessions and links, and revokes their access tokens; returns the number of these.
   * @throws LinkNotFound · LinkExpired · LinkUsed · LinkRevoked · WeakPassword · HashQueueFull
   */
  async execute(
    token: string,
    password: string,
    client: LoginClient,
  ): Promise<{ loggedIn: LoggedIn; revokedTokens: number }> {
    const { link, account: found } = await this.find(token);
    await checkPassword(password, found.email);
    const passwordHash = await this.passwords.hash(password);
    const at = this.clock.now();
    const by: Actor = { id: found.id, name: found.email, address: client.address };
    const action = link.kind === 'invitation' ? 'person.accept-invitation' : 'person.use-reset-link';
    const { account, ended } = await this.accounts.change(found.id, by, { action, at }, async (latest, tx) => {
      if (latest.disabledAt) throw new LinkRevoked('disabled');
      (await lockLink(tx, link.id)).requireOpen(at);
      await endLinks(tx, latest.id, 'used', at);
      latest.passwordHash = passwordHash;
      return endAccess(tx, latest, at);
    });
    return {
      loggedIn: await this.sessions.afterFirstFactor(account, client, 'link'),
      revokedTokens: ended.tokens,
    };
  }
}
