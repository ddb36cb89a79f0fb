/**
 * A webhook receiver that responds with 204 and reports on request what it got. It verifies signatures only then, so that
 * receiving has the same cost for all senders.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The clock of all processes. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

let kept = [];

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === '/report') return response.end(JSON.stringify(report(body)));
  kept.push({
    headers: Object.fromEntries(SIGNED.map(name => [name, String(request.headers[name])])),
    body,
    at: now(),
  });
  return response.writeHead(204).end();
});

/**
 * Reports on all messages, then forgets them: how many there were, and how many had the `webhook-id` of an earlier one; the time
 * of the last one, and of the first one by order; and invalid signatures.
 */
function report(secret) {
  const webhook = secret === '' ? undefined : new Webhook(secret);
  const problems = [];
  const ids = new Set();
  const arrivals = {};
  for (const { headers, body, at } of kept) {
    ids.add(headers['webhook-id']);
    arrivals[JSON.parse(body).data.order_id] ??= at;
    try {
      webhook?.verify(body, headers);
    } catch (error) {
      problems.push(`${error.message}: ${body.slice(0, 200)}`);
    }
  }
  const [accepted, lastAt] = [kept.length, kept.at(-1)?.at ?? NaN];
  kept = [];
  return { accepted, duplicates: accepted - ids.size, lastAt, arrivals, problems };
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
