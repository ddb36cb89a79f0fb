import { Keys } from '#api-keys';
import type { Client } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let processes: Sandbox[];

beforeAll(async () => void (processes = [await sharedSandbox(), await sharedPeer()]));

interface Seen {
  startedAt: number;
  outcome: string;
}

/**
 * Searches continuously at every process until `enough` returns true; returns start time and outcome of each search.
 */
async function underLoad(client: Client, enough: (seen: Seen[]) => boolean): Promise<Seen[]> {
  const seen: Seen[] = [];
  const workers = processes.flatMap(one => Array.from({ length: 4 }, () => one.clientOf(client)));
  await Promise.all(
    workers.map(async worker => {
      while (!enough(seen)) {
        const startedAt = performance.now();
        seen.push({ startedAt, outcome: outcomeOf(await worker.search({ domain: 'example.com' })) });
      }
    }),
  );
  return seen;
}

describe.each([
  ['revoking a key', '401 API_KEY_INVALID', (one: Sandbox, id: string) => one.app.get(Keys).revoke({ id }, TESTER)],
  [
    'removing a permission',
    '403 PERMISSION_DENIED',
    (one: Sandbox, id: string) => one.app.get(Keys).change({ id }, { permissions: ['sandbox.order'] }, TESTER),
  ],
])('%s under load', (_, refusal, change) => {
  it('is enforced by every process from the response on', () =>
    appliesImmediately(async timed => {
      const client = await processes[0]!.tenant();
      let changedAt = Infinity;
      const isLate = ({ startedAt }: Seen) => startedAt > changedAt;
      const load = underLoad(client, seen => performance.now() > changedAt + 200 && seen.filter(isLate).length > 40);
      await client.search({ domain: 'example.com' });
      // Also after a failure, because the load ends some time after the change.
      await timed(() => change(processes[1]!, client.key.id)).finally(() => (changedAt = performance.now()));
      const seen = await load;
      expect(seen.some(({ outcome }) => outcome === '200')).toBe(true);
      const late = seen.filter(isLate);
      expect(late.length).toBeGreaterThan(40);
      expect([...new Set(late.map(({ outcome }) => outcome))]).toEqual([refusal]);
    }));
});
