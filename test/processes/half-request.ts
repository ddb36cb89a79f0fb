import { connect } from 'node:net';
import { afterwards } from './afterwards.js';
import type { Client } from './client.js';

/** A request sent in two parts, and the status line of its response. */
export interface HalfRequest {
  finish(): void;
  answer: Promise<string>;
}

/** Sends the first part and returns when the service has started reading it. */
export async function sendHalf(client: Client): Promise<HalfRequest> {
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
  afterwards(() => socket.destroy());
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('close', () => resolve('closed without an answer'));
    socket.once('data', data => resolve(data.toString().split('\r\n', 1)[0]!));
  });
  answer.catch(() => undefined);
  await new Promise<void>(resolve => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`, () => resolve());
  });
  // The response proves that the service has read everything sent before.
  await client.statusOf('/health/live');
  return { answer, finish: () => socket.write(body.slice(5)) };
}
