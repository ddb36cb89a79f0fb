import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

type Response = FastifyReply['raw'];

/** Whether a request came over a network connection. Requests that the portal makes inside the process have none. */
export const isConnected = ({ raw }: FastifyReply): boolean => raw.req.socket instanceof Socket;

/** Closes the connection of a request without a response. */
export function close({ raw }: FastifyReply): void {
  raw.req.socket.destroy();
  sendWith(raw, () => reportEnd(raw));
}

/** Resets the connection of a request: the client sees ECONNRESET instead of the end of the stream. */
export function reset({ raw }: FastifyReply): void {
  const { socket } = raw.req;
  // Node.js resets plain connections only.
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
  sendWith(raw, () => reportEnd(raw));
}

/** Cuts the body of the coming response to `bytes` bytes, and by at least one byte. */
export function truncate({ raw }: FastifyReply, bytes: number): void {
  sendWith(raw, body => {
    raw.flushHeaders();
    raw.write(body.subarray(0, Math.min(bytes, body.length - 1)));
    raw.req.socket.end(() => {
      raw.destroy();
      reportEnd(raw);
    });
  });
}

/** Sends the body of the coming response with `send` instead of Node.js. */
function sendWith(raw: Response, send: (body: Buffer) => void): void {
  raw.end = ((body?: string | Buffer | null) => {
    // A response without a body is treated like an empty body.
    send(Buffer.from((body as string | null) ?? ''));
    return raw;
  }) as Response['end'];
}

/**
 * Runs the hooks that log the request: Fastify waits for `finish`, which Node.js does not emit on a closed connection.
 * A pipelined response that waits for earlier responses of its connection has no socket, and cannot finish.
 */
function reportEnd(raw: Response): void {
  if (raw.socket) raw.emit('finish');
}
