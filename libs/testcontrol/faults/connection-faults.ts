import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

type Response = FastifyReply['raw'];

/** Whether a request came over a connection. Those that the portal sends for people have none. */
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

/** Cuts the response that is sent later to `bytes` bytes of its body, and to one less than it has at most. */
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

/** Replaces the way in which the body of the response is sent. */
function sendWith(raw: Response, send: (body: Buffer) => void): void {
  raw.end = ((body?: string | Buffer | null) => {
    // A response without a body has none to cut.
    send(Buffer.from((body as string | null) ?? ''));
    return raw;
  }) as Response['end'];
}

/**
 * Runs the hooks that log the request: Fastify waits for `finish`, which Node.js does not emit on a closed connection.
 * While it still waits for earlier responses of the connection, a response has no socket, and cannot finish.
 */
function reportEnd(raw: Response): void {
  if (raw.socket) raw.emit('finish');
}
