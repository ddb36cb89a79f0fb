import type { Clock } from '#platform/process/clock';
import type { Settings } from '#platform/process/config';
import { OpaqueIds, Secrets } from '#platform/security/secrets';
import type { RequestPosition, LogRow, ReadLog } from '#usage';
import type { ClockRepository } from '#tenancy';
import { Journal } from './journal.js';

const TENANT = { id: 'tnt_1', parentId: null };
const FLUSH_MS = 10;

/** Two processes, each of which answers a request per millisecond. The second one writes its log earlier in a flush. */
class BusyProcesses {
  private now = 0;
  private written = [0, 0];

  readonly clock = { now: () => new Date(this.now), millis: () => this.now };

  readonly log = {
    flush: () => {
      this.now += FLUSH_MS;
      this.written = [this.now - 1, this.now - FLUSH_MS / 2];
      return Promise.resolve();
    },
    oldest: (_tenant: object, _filter: object, { after, limit }: { after?: RequestPosition; limit: number }) => {
      const rows = this.rows();
      const start = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0;
      return Promise.resolve(rows.slice(start, start + limit));
    },
  };

  /** What is written, in order of time. */
  rows(): LogRow[] {
    const rows = this.written.flatMap((end, process) =>
      Array.from({ length: end }, (_, n) => ({ at: new Date(n + 1), id: `${2 * n + process}` }) as LogRow),
    );
    return rows.toSorted((one, other) => Number(one.id) - Number(other.id));
  }
}

it('lists each request once while other processes have not logged all of theirs', async () => {
  const processes = new BusyProcesses();
  const journal = new Journal(
    processes.log as unknown as ReadLog,
    { get: () => Promise.resolve({ resetAt: null }) } as unknown as ClockRepository,
    new OpaqueIds(new Secrets({ encryptionKey: Buffer.alloc(32, 7) } as Settings)),
    processes.clock as Clock,
  );
  const times: string[] = [];
  let next: string | null = null;
  for (let page = 0; page < 5; page++) {
    const answer = await journal.list(TENANT, { limit: 12, ...(next !== null && { after: next }) });
    times.push(...answer.requests.map(({ at }) => at));
    ({ next } = answer);
  }
  expect(times.length).toBeGreaterThan(40);
  expect(times).toEqual(
    processes
      .rows()
      .slice(0, times.length)
      .map(({ at }) => at.toISOString()),
  );
});
