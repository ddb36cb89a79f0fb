import type { Sample } from '../contests/contest.js';
import type { Registry } from '../servers/registry.js';
import { waitUntilDrained } from './drain.js';

const COUNTS = `SELECT count(*)::int AS events, count(*) FILTER (WHERE d.state = 'delivered')::int AS delivered
  FROM platform.events e LEFT JOIN webhooks.deliveries d ON d.event_id = e.id WHERE e.position > $1`;

/**
 * Balance of a turn: each registration has one event, which the receiver has accepted once, and which is recorded as
 * delivered.
 */
export class Ledger {
  private constructor(
    private readonly server: Registry,
    private readonly position: string,
  ) {}

  /** Begins a turn on a server without pending events. */
  static async open(server: Registry): Promise<Ledger> {
    await waitUntilDrained(server.database);
    await server.receiver?.report();
    const { rows } = await server.database.query<{ last: string }>(
      'SELECT coalesce(max(position), 0) AS last FROM platform.events',
    );
    return new Ledger(server, rows[0]!.last);
  }

  /**
   * Waits until everything is delivered and returns the report of the receiver, if the server has one.
   * @throws Error if the turn does not balance
   */
  async close({ responses, wrong, problems }: Omit<Sample, 'figures'>) {
    const { database, receiver } = this.server;
    await waitUntilDrained(database);
    const report = await receiver?.report();
    const { rows } = await database.query<{ events: number; delivered: number }>(COUNTS, [this.position]);
    const { events, delivered } = rows[0]!;
    const registered = responses - wrong;
    const counts = report ? [events, report.accepted, report.accepted - report.duplicates, delivered] : [events];
    if (counts.every(count => count === registered) && !report?.problems.length) return report;
    const parts = [`${registered} registered`, `${events} events`];
    if (report) parts.push(`${report.accepted} accepted`, `${report.duplicates} duplicates`, `${delivered} delivered`);
    const reasons = [...problems, ...(report?.problems ?? [])].slice(0, 5);
    throw new Error([`The run is void, its ledger does not balance: ${parts.join(', ')}.`, ...reasons].join('\n'));
  }
}
