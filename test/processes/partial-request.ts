import { connect } from 'node:net';
import { registerCleanup } from '../support/cleanup.js';
import type { ServiceClient } from './client.js';

/** A request sent in two parts, and the status line of its response. */
export interface PartialRequest {
  finish(): void;
  response: Promise<string>;
}

/** Sends the first part and returns when the service has started reading it. */
export async function sendPartialRequest(client: ServiceClient): Promise<PartialRequest> {
  const body = JSON.stringify({ domain: 'example.com' });
  const head = [
    'POST /api/v1/sandbox/domains/search HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${client.credentials.key}`,
    `X-Tenant: ${client.credentials.tenant}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(client.origin).port), '127.0.0.1');
  registerCleanup(() => socket.destroy());
  const response = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('close', () => resolve('closed without an answer'));
    socket.once('data', data => resolve(data.toString().split('\r\n', 1)[0]!));
  });
  response.catch(() => undefined);
  await new Promise<void>(resolve => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`, () => resolve());
  });
  // The response proves that the service has read everything sent before.
  await client.statusOf('/health/live');
  return { response, finish: () => socket.write(body.slice(5)) };
}
