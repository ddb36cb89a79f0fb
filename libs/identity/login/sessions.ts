import { Injectable } from '@nestjs/common';
import type { LoggedInPerson, Person } from '#identity/access';
import { audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { SessionView } from '../contract.js';
import { SessionNotFound } from '../model/errors.js';
import { isOver } from '../model/session.js';
import { describeAgent } from '../model/user-agent.js';
import { lockAccount } from '../storage/account.repository.js';
import { endAccess, type EndedAccess } from '../storage/end-access.js';
import { endSession, findSessions, type ListedSession } from '../storage/sessions.js';

@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(person: LoggedInPerson): Promise<SessionView[]> {
    const sessions = await this.openOf(person);
    return sessions.map(({ id, agent, address, createdAt, seenAt }) => ({
      id,
      browser: describeAgent(agent),
      address,
      created_at: createdAt.toISOString(),
      last_used_at: seenAt.toISOString(),
      current: id === person.sessionId,
    }));
  }

  /** @throws SessionNotFound also for sessions of other people */
  async end(person: LoggedInPerson, id: string): Promise<void> {
    const found = (await this.openOf(person)).filter(session => session.id === id);
    if ((await this.endEach(person, found)) === 0) throw new SessionNotFound(id);
  }

  /** Ends all sessions of the person except this one. Returns their number. */
  async endOthers(person: LoggedInPerson): Promise<number> {
    const others = (await this.openOf(person)).filter(({ id }) => id !== person.sessionId);
    return this.endEach(person, others);
  }

  logOut(person: LoggedInPerson): Promise<void> {
    return this.database.transaction(async tx => {
      await endSession.run(tx, { id: person.sessionId });
      const change = { action: 'session.end', subject: person.sessionId, before: { email: person.email } };
      await audit(tx, person, change, this.clock.now());
    });
  }

  /** Ends all sessions of the person, and revokes their access tokens. */
  logOutEverywhere(person: Person): Promise<EndedAccess> {
    const now = this.clock.now();
    return this.database.transaction(async tx => {
      const ended = await endAccess(tx, await lockAccount(tx, person.id), now);
      const after = { ended: ended.sessions, revoked_tokens: ended.tokens };
      await audit(tx, person, { action: 'session.end-all', subject: person.id, after }, now);
      return ended;
    });
  }

  private async openOf({ id: person, role }: LoggedInPerson): Promise<ListedSession[]> {
    const now = this.clock.now();
    const sessions = await findSessions.run(this.database, { person });
    return sessions.filter(session => !isOver({ ...session, role }, now));
  }

  /** Each ended session gets an entry in the audit log, like a logout. */
  private endEach(person: LoggedInPerson, sessions: ListedSession[]): Promise<number> {
    const now = this.clock.now();
    return this.database.transaction(async tx => {
      let count = 0; // another request may have ended some of them
      for (const { id, address, agent } of sessions) {
        if (!(await endSession.first(tx, { id }))) continue;
        const before = { email: person.email, address, user_agent: agent };
        await audit(tx, person, { action: 'session.end', subject: id, before }, now);
        count++;
      }
      return count;
    });
  }
}
