import { outcomeOf } from '../../support/outcome.js';
import { type Exchange, exchange } from '../../support/socket.js';
import { checkConnection } from '../judge.js';
import type { Probe } from '../probe.js';
import { GOOD_REQUEST } from '../raw-http.js';

/** The documented timeout is 15 seconds. */
const MAX_RESPONSE_MS = 20_000;
const TIMEOUT_MS = 30_000;

const UNFINISHED: Record<string, string> = {
  nothing: '',
  'half a request line': 'POST /api/v1/sandbox',
  'half of the headers': GOOD_REQUEST.slice(0, 90),
  'the headers': GOOD_REQUEST.slice(0, -24),
  'half of the body': GOOD_REQUEST.slice(0, -5),
};

/** Clients that stop in the middle of a request; they wait while other tests run. */
export function describeSilence(probe: () => Probe): void {
  let results: Map<string, Promise<Exchange>>;

  beforeAll(() => {
    const { environment } = probe();
    const send = (text: string) =>
      exchange(environment.sandbox.origin, environment.fill(text), { timeoutMs: TIMEOUT_MS });
    results = new Map(Object.entries(UNFINISHED).map(([title, text]) => [title, send(text)]));
  });

  it.each(Object.keys(UNFINISHED))('get 408 in time when the client stops after %s', async title => {
    const result = await results.get(title)!;
    expect(checkConnection(probe().environment, result, 0).map(outcomeOf)).toEqual(['408 REQUEST_TIMEOUT']);
    expect(result.ms).toBeLessThan(MAX_RESPONSE_MS);
  });
}
