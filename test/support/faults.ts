import { connect, type Socket } from 'node:net';
import { ADA, type Client, FAULTS, ORDERS } from './client.js';
import type { HttpResponse } from './openapi-check.js';

/** A valid order, for requests that are written by hand. */
export const ORDERED = { domain: 'lost-answer.com', years: 1, owner: ADA };

type Headers = Record<string, string>;

export const withFault = (fault: string): Headers => ({ 'Sandbox-Fault': fault });

/** Searches a free domain, with a fault in the header if given. */
export const search = (client: Client, fault?: string): Promise<HttpResponse> =>
  client.search({ domain: 'example.com' }, fault ? withFault(fault) : {});

export const order = (client: Client, domain: string, headers: Headers = {}): Promise<HttpResponse> =>
  client.order({ ...ORDERED, domain }, headers);

export const ordersOf = async (client: Client): Promise<unknown[]> => (await client.get(ORDERS)).body.data.orders;

/** Asks for a rule, which can be refused. */
export const requestRule = (client: Client, body: unknown): Promise<HttpResponse> => client.raw({ path: FAULTS, body });

/** Adds a rule and returns it; throws if it is refused. */
export async function addRule(client: Client, body: unknown) {
  const { status, body: answer, text } = await requestRule(client, body);
  if (status !== 201) throw new Error(text);
  return answer.data;
}

export const rulesOf = async (client: Client) => (await client.get(FAULTS)).body.data.faults;

/** Removes a rule, or all of them. */
export const removeRules = (client: Client, id?: string): Promise<HttpResponse> =>
  client.raw({ method: 'DELETE', path: id ? `${FAULTS}/${id}` : FAULTS });

/** A request as it is sent over the network. */
export function bytesOf(client: Client, path: string, body: unknown, headers: Headers): string {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const lines = Object.entries({ ...client.headers, Host: 'x', 'Content-Length': length, ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}

/** Sends bytes over a connection of its own. */
export function send(origin: string, bytes: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  return socket;
}

export interface Ending {
  /** What was received. */
  text: string;
  /** Error code of the connection; undefined if it was closed without an error. */
  code: string | undefined;
  ms: number;
}

/** Sends bytes over a connection of its own, and returns how the connection ends. */
export function endingOf(origin: string, bytes: string): Promise<Ending> {
  return new Promise(resolve => {
    const started = performance.now();
    let text = '';
    let code: string | undefined;
    const socket = send(origin, bytes);
    socket.on('data', chunk => (text += String(chunk)));
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code));
    socket.on('close', () => resolve({ text, code, ms: performance.now() - started }));
  });
}
