import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LoggedInPerson, Person } from '#access';
import { audit } from '#platform/audit';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import { endOtherSessions, endSession } from '../storage/sessions.js';

/** Ends the current session, or all sessions of a person. */
@Injectable()
export class LogOut {
  constructor(
    private readonly dataSource: DataSource,
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

  /** Returns the number of ended sessions. */
  everywhere(person: Person): Promise<number> {
    return this.dataSource.transaction(async tx => {
      const ended = await endOtherSessions(tx, person.id, null);
      await audit(tx, person, { action: 'session.end-all', subject: person.id, after: { ended } }, this.clock.now());
      return ended;
    });
  }
}
