import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, startApi, startInstallation } from '../processes/nameyard.js';
import { grantKey, type CreatedKey } from '../processes/keys.js';
import { sendPartialRequest } from '../processes/partial-request.js';
import type { Database } from '../processes/postgres.js';
import { waitFor } from '../support/eventually.js';

const ROUNDS = 4;
const CLIENTS = 8;

let postgres: Database;
let env: Environment;
let key: CreatedKey;

beforeAll(async () => {
  ({ postgres, env } = await startInstallation());
  key = await grantKey(postgres);
});

interface Tally {
  sent: number;
  answered: string[];
  /** Requests without a 200: other responses and closed connections. */
  broken: string[];
  /** Longest time from a response to the next one, or to the end of the connection, after the signal. */
  slowestMs: number;
}

/**
 * A keep-alive client on a plain socket, which knows exactly what it sent and received. It sends the next request after
 * each response and finishes when the connection closes.
 */
function sendContinuously(port: number, name: string, tally: Tally): Promise<void> {
  return new Promise(resolve => {
    const socket = new Socket().setNoDelay(true).setEncoding('latin1');
    let [received, waitingFor] = ['', ''];
    let last = performance.now();
    const measure = () => {
      const now = performance.now();
      tally.slowestMs = Math.max(tally.slowestMs, now - last);
      last = now;
    };
    const send = () => {
      waitingFor = `${name}-${tally.sent++}`;
      const body = JSON.stringify({ domain: `${waitingFor}.com` });
      const lines = [
        'POST /api/v1/sandbox/domains/search HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${key.key}`,
        `X-Tenant: ${key.tenant}`,
        `X-Request-Id: ${waitingFor}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    };
    socket.on('connect', send);
    socket.on('data', (text: string) => {
      received += text;
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(received)?.[1]);
      if (end < 0 || received.length < end + 4 + length) return;
      measure();
      if (received.startsWith('HTTP/1.1 200 ')) tally.answered.push(waitingFor);
      else tally.broken.push(`${waitingFor}: ${received}`);
      const isClosing = /^connection: close/im.test(received);
      [received, waitingFor] = ['', ''];
      // A short pause between requests; the server may close the connection here.
      if (!isClosing) setTimeout(() => socket.writable && send(), 2);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (waitingFor) tally.broken.push(`${waitingFor}: ${error.code}`);
      waitingFor = '';
    });
    socket.on('close', () => {
      measure();
      if (waitingFor) tally.broken.push(`${waitingFor}: closed`);
      resolve();
    });
    socket.connect(port, '127.0.0.1');
  });
}

interface Outcome extends Tally {
  round: number;
  code: number | null;
  ms: number;
  logged: string[];
}

/**
 * A service that stops announces it for a second. If the machine pauses longer, a request can be lost on a connection that
 * the service considers idle, so the round is repeated.
 */
async function stopUnderLoad(round: number): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryToStop(round, `r${round}-${attempt}`);
    if (outcome.broken.length === 0 || outcome.slowestMs < 500 || attempt === 5) return outcome;
  }
}

async function tryToStop(round: number, name: string): Promise<Outcome> {
  const api = await startApi(env);
  const tally: Tally = { sent: 0, answered: [], broken: [], slowestMs: 0 };
  const port = Number(new URL(api.client(key).origin).port);
  const idle = connect(port, '127.0.0.1').resume();
  const closed = once(idle, 'close');
  await once(idle, 'connect');
  const clients = Array.from({ length: CLIENTS }, (_, index) => sendContinuously(port, `${name}-c${index}`, tally));
  await waitFor('the load to start', () => tally.answered.length > CLIENTS || tally.broken.length > 0);
  await sleep(50 * round);
  const signalled = performance.now();
  tally.slowestMs = 0;
  const { code } = await api.program.end('SIGTERM');
  const ms = performance.now() - signalled;
  await Promise.all([...clients, closed]);
  const rows = await postgres.query<{ id: string }>(
    'SELECT request_id AS id FROM usage.requests WHERE request_id LIKE $1 ORDER BY 1',
    [`${name}-%`],
  );
  return { ...tally, round, code, ms, logged: rows.map(({ id }) => id) };
}

describe('SIGTERM under load, while a client holds a connection on which it has sent nothing', () => {
  const outcomes: Outcome[] = [];

  it('exits with 0 in time', async () => {
    const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
    // Two at a time, because most of a round is process startup.
    const work = async () => {
      for (let round = rounds.shift(); round !== undefined; round = rounds.shift())
        outcomes.push(await stopUnderLoad(round));
    };
    await Promise.all([work(), work()]);
    expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: ROUNDS }, () => 0));
    expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(30_000);
  });

  it('answers every request it received', () => {
    for (const { round, broken, answered } of outcomes) {
      expect({ round, broken }).toEqual({ round, broken: [] });
      expect(answered.length).toBeGreaterThan(CLIENTS);
    }
  });

  it('logs every request it answered', () => {
    for (const { logged, answered } of outcomes) expect(new Set(logged)).toEqual(new Set(answered));
  });
});

describe('SIGTERM after the log output is closed', () => {
  it('exits with 0 after one signal', async () => {
    const api = await startApi({ ...env, LOG_LEVEL: 'info' });
    api.program.closeOutput();
    const started = performance.now();
    expect((await api.program.end('SIGTERM')).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('exits immediately after two signals, even with a request in flight', async () => {
    const api = await startApi({ ...env, LOG_LEVEL: 'info' });
    api.program.closeOutput();
    const client = api.client(key);
    await sendPartialRequest(client);
    api.program.signal('SIGTERM');
    // Two signals sent together may arrive as one. The first has been handled when no more connections are accepted.
    await waitFor('the first signal to be handled', () =>
      client.statusOf('/health/live').then(
        () => false,
        () => true,
      ),
    );
    const started = performance.now();
    expect((await api.program.end('SIGTERM')).code).toBe(130);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
