import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../ids/ids.js';
import { answerTo, BODY_LIMIT, type FailureBody } from './answer.js';
import type { Settings } from '../config/settings.js';
import { requestIdOf } from './request-id.js';
import './request.js';

/** Milliseconds; a client that sends nothing for so long is not coming back. */
const REQUEST_TIMEOUT = 15_000;
const KEEP_ALIVE_TIMEOUT = 65_000; // longer than the 60 s after which common load balancers let go

export function createAdapter({ trustedProxies }: Pick<Settings, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
  });
}

function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = answerTo(error);
  void reply
    .status(status)
    .headers({ ...headers, 'X-Request-Id': request.id })
    .send(body);
}

const BROKEN: Record<string, [status: number, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'REQUEST_TIMEOUT',
    `The request was not complete after ${REQUEST_TIMEOUT / 1_000} seconds.`,
  ],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are larger than 16 KiB.'],
};

/** What is not even HTTP gets the envelope too, written by hand, for there is no request to answer. */
function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = BROKEN[error.code] ?? [
    400,
    'MALFORMED_REQUEST',
    'This is not a valid HTTP/1.1 request.',
  ];
  const body: FailureBody = { success: false, data: null, error: { code, message } };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${newId('req')}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
