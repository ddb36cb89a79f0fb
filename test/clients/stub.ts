import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from './rows.js';

export interface StubRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** Serves the canned responses of rows: `/<row>/api/v1/…` gets those of the row, one after the other. */
export async function startStub(rows: Row[]) {
  const requests = new Map<number, StubRequest[]>();
  // Clients in busy processes would meet connections that are just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const text = Buffer.concat(chunks).toString();
    const [, index = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(request.url!) ?? [];
    const sent = requests.get(Number(index)) ?? [];
    requests.set(Number(index), sent);
    const { responses = [] } = rows[Number(index)]!;
    const { status, headers, body, text: content } = responses[Math.min(sent.length, responses.length - 1)]!;
    const { method, headers: received } = request;
    sent.push({ method: method!, path, headers: received, body: text === '' ? undefined : JSON.parse(text) });
    response.writeHead(status, { 'Content-Type': content ? 'text/html' : 'application/json', ...headers });
    response.end(content ?? JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  };
  return { origin, requestsOf: (row: number) => requests.get(row) ?? [], stop };
}
