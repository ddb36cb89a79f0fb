/**
 * A webhook receiver that responds with 204 and reports on request what it got. It verifies signatures only then, so that
 * receiving has the same cost for all senders.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { now } from '../stage/clock.js';
import type { Report } from './report.js';

interface Message {
  headers: Record<string, string>;
  body: string;
  at: number;
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

let kept: Message[] = [];

const server = createServer((request, response) => {
  void read(request).then(body => {
    if (request.url === '/report') return response.end(JSON.stringify(report(body)));
    kept.push({ headers: signedOf(request.headers), body, at: now() });
    return response.writeHead(204).end();
  });
});

const signedOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(SIGNED.map(name => [name, String(headers[name])]));

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Reports on all messages, then forgets them. */
function report(secret: string): Report {
  const webhook = secret === '' ? undefined : new Webhook(secret);
  const problems: string[] = [];
  const ids = new Set<string>();
  const arrivals: Report['arrivals'] = {};
  for (const { headers, body, at } of kept) {
    ids.add(headers['webhook-id']!);
    const { order_id: order } = (JSON.parse(body) as { data: { order_id: string } }).data;
    arrivals[order] ??= at;
    try {
      webhook?.verify(body, headers);
    } catch (error) {
      problems.push(`${(error as Error).message}: ${body.slice(0, 200)}`);
    }
  }
  const [accepted, lastAt] = [kept.length, kept.at(-1)?.at ?? NaN];
  kept = [];
  return { accepted, duplicates: accepted - ids.size, lastAt, arrivals, problems };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`);
});
