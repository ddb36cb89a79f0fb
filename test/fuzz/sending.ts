import type { Operation } from './documents.js';
import { type Header, withFuzzed } from './headers.js';
import type { FuzzedRequest } from './requests.js';
import { percentEncode, writeQuery } from './targets.js';
import type { FuzzEnvironment } from './environment.js';

/** A request as sent over the wire. */
export interface WireRequest {
  method: string;
  target: string;
  bytes: Buffer;
}

/** Writes a request with the values of the running service. */
export function writeRequest(environment: FuzzEnvironment, operation: Operation, request: FuzzedRequest): WireRequest {
  const query = request.query.map(part =>
    'raw' in part ? part : ([part[0], environment.fill(part[1])] as [string, string]),
  );
  const path = pathOf(environment, operation, request);
  const target = query.length > 0 ? `${path}?${writeQuery(query)}` : path;
  const { body } = request;
  const content = typeof body === 'string' ? Buffer.from(environment.fill(body)) : body;
  const usual: Header[] = [
    ['Host', new URL(environment.sandbox.origin).host],
    ['Accept', 'application/json'],
    ...(content ? ([['Content-Type', 'application/json']] as Header[]) : []),
    ...environment.callers.headersOf(request.caller, operation),
    ...request.parameters,
  ];
  const framing: Header[] = [
    ['Connection', 'close'],
    ...(content ? ([['Content-Length', String(content.length)]] as Header[]) : []),
  ];
  const lines = [...withFuzzed(usual, request.headers), ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request.method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), content ?? Buffer.alloc(0)]);
  return { method: request.method, target, bytes };
}

/** Ids are named by the segment before them: `{id}` in `/keys/{id}` is the value "keys". */
function pathOf(environment: FuzzEnvironment, { path }: Operation, { segments }: FuzzedRequest): string {
  const parts = path.split('/');
  const filled = parts.map((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    return segments[name] ?? percentEncode(environment.value(name === 'id' ? parts[index - 1]! : name));
  });
  return filled.join('/');
}
