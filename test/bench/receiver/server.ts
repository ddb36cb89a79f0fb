/**
 * A webhook receiver that responds with 204 and reports on request what it got. It verifies signatures only then, so that
 * receiving has the same cost for all senders.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

let kept: Message[] = [];

const server = createServer((request, response) => {
  void read(request).then(body => {
    if (request.url === '/judge') return response.end(JSON.stringify(judge(body)));
    if (request.url === '/count') return response.end(String(kept.length));
    kept.push({ headers: request.headers, body });
    return response.writeHead(204).end();
  });
});

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Number of distinct messages and what was wrong with them; then forgets them. */
function judge(secret: string) {
  const webhook = secret === '' ? undefined : new Webhook(secret);
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { headers, body } of kept) {
    ids.add(String(headers['webhook-id']));
    try {
      webhook?.verify(body, headers as Record<string, string>);
    } catch (error) {
      problems.push(`${(error as Error).message}: ${body.slice(0, 200)}`);
    }
  }
  kept = [];
  return { different: ids.size, problems };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`);
});
