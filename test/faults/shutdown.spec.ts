import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Environment, startApi } from '../processes/nameyard.js';
import { grantKey, type KeyFacts } from '../processes/keys.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';

const ROUNDS = 10;
const CLIENTS = 12;

let postgres: Postgres;
let env: Environment;
let key: KeyFacts;

beforeAll(async () => {
  postgres = await startPostgres();
  env = { DATABASE_URL: postgres.url };
  await ask(['migrate'], env);
  key = await grantKey(postgres);
});

interface Tally {
  sent: number;
  answered: string[];
  /** Ends of connections on which something had been sent and nothing came back. */
  broken: string[];
}

/**
 * A keep-alive client by hand, on the bare socket, to know exactly what was sent and what came back: it sends the next
 * request when the last is answered, and ends with its connection.
 */
function keepAsking(port: number, name: string, tally: Tally): Promise<void> {
  return new Promise(resolve => {
    const socket = new Socket().setNoDelay(true).setEncoding('latin1');
    let [received, waitingFor, closing] = ['', '', false];
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
      expect(received).toMatch(/^HTTP\/1\.1 200 /);
      tally.answered.push(waitingFor);
      closing = /^connection: close/im.test(received);
      [received, waitingFor] = ['', ''];
      // A breath between two requests, for a server may close a connection there.
      if (!closing) setTimeout(() => socket.writable && send(), 2);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (waitingFor && tally.sent) tally.broken.push(`${waitingFor}: ${error.code}`);
      waitingFor = '';
    });
    socket.on('close', () => {
      if (waitingFor) tally.broken.push(`${waitingFor}: closed`);
      resolve();
    });
    socket.connect(port, '127.0.0.1');
  });
}

describe('SIGTERM under load', () => {
  it('answers what it accepted, logs all of it and ends with 0, ten times of ten', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const api = await startApi(env);
      const tally: Tally = { sent: 0, answered: [], broken: [] };
      const port = Number(new URL(api.client(key).origin).port);
      const clients = Array.from({ length: CLIENTS }, (_, index) => keepAsking(port, `r${round}-c${index}`, tally));
      await sleep(150 + 20 * round);
      const stopped = performance.now();
      const { code } = await api.program.end('SIGTERM');
      expect(performance.now() - stopped).toBeLessThan(10_000);
      await Promise.all(clients);

      expect({ round, code, broken: tally.broken }).toEqual({ round, code: 0, broken: [] });
      expect(tally.answered.length).toBeGreaterThan(CLIENTS);
      const logged = await postgres.query<{ id: string }>(
        'SELECT request_id AS id FROM usage.requests WHERE request_id LIKE $1',
        [`r${round}-%`],
      );
      expect(logged.map(({ id }) => id).sort()).toEqual([...tally.answered].sort());
    }
  });
});
