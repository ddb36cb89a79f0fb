import { Injectable } from '@nestjs/common';
import type { LoggedInPerson, Person } from '#identity/access';
import { audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { lockAccount } from '../storage/account.repository.js';
import { endAccess, type EndedAccess } from '../storage/end-access.js';
import { endSession } from '../storage/sessions.js';

/** Ends the current session, or all access of a person. */
@Injectable()
export class LogOut {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(person: LoggedInPerson): Promise<void> {
    await this.database.transaction(async tx => {
      await endSession.run(tx, { id: person.sessionId });
      await audit(
        tx,
        person,
        { action: 'session.end', subject: person.sessionId, before: { email: person.name } },
        this.clock.now(),
      );
    });
  }

  /** Ends all sessions of the person, and revokes their access tokens. */
  everywhere(person: Person): Promise<EndedAccess> {
    const now = this.clock.now();
    return this.database.transaction(async tx => {
      const ended = await endAccess(tx, await lockAccount(tx, person.id), now);
      const after = { ended: ended.sessions, revoked_tokens: ended.tokens };
      await audit(tx, person, { action: 'session.end-all', subject: person.id, after }, now);
      return ended;
    });
  }
}
