import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { LoginFailed } from '../model/errors.js';
import { knownDeviceAttempt, type LoginAttempt, unknownDeviceAttempt } from '../model/login-attempt.js';
import { type Account, normalEmail } from '../model/person.js';
import { hashOfToken, newToken } from '../model/session.js';
import { AccountRepository } from '../storage/account.repository.js';
import { beginSession } from '../storage/sessions.js';
import { KnownDevices } from './known-devices.js';
import { Passwords } from './passwords.js';

/** The client that a login comes from. */
export interface LoginClient {
  address: string;
  userAgent: string | null;
  /** Value of the device cookie. */
  deviceToken: string | undefined;
}

interface LoggedIn {
  account: Account;
  sessionToken: string;
  deviceToken: string;
}

const MAX_USER_AGENT_LENGTH = 200;

/**
 * Starts a session. An unknown email, a disabled account and a wrong password get the same answer after the same time.
 * @throws LoginFailed · LoginLimited · HashQueueFull
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(givenEmail: string, password: string, client: LoginClient): Promise<LoggedIn> {
    const email = normalEmail(givenEmail);
    const found = await this.accounts.byEmail(email);
    const attempt = this.attemptOf(email, found, client);
    const account = found?.disabledAt ? null : found;
    const matches = await this.passwords.verify(password, account?.passwordHash, attempt);
    if (!account || !matches) throw new LoginFailed();
    const sessionToken = await this.startSession(account, client);
    return { account, sessionToken, deviceToken: this.devices.issueToken(account) };
  }

  private attemptOf(email: string, account: Account | null, { address, deviceToken }: LoginClient): LoginAttempt {
    const device = this.devices.deviceOf(deviceToken, account);
    return device ? knownDeviceAttempt(device) : unknownDeviceAttempt(email, account?.passwordHash, address);
  }

  /** @throws LoginFailed when the account was disabled or got another password since it was read */
  private async startSession(account: Account, { address, userAgent }: LoginClient): Promise<string> {
    const [token, id, now] = [newToken(), newId('ses'), this.clock.now()];
    const by: Actor = { id: account.id, name: account.email, address };
    await this.database.transaction(async tx => {
      const person = { person: account.id, password: account.passwordHash };
      const agent = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
      const begun = await beginSession.first(tx, { id, hash: hashOfToken(token), ...person, address, agent, now });
      if (!begun) throw new LoginFailed();
      await audit(tx, by, { action: 'session.begin', subject: id }, now);
    });
    return token;
  }
}
