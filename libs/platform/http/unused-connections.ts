import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Time for first requests whose headers are still arriving when the server stops. */
const GRACE_MS = 1_000;

/**
 * Connections on which no request has arrived yet. Browsers and connection pools open them in advance. A server that stops
 * waits for them, because to Node.js they are not idle.
 */
export class UnusedConnections {
  private readonly sockets = new Set<Socket>();

  watch(server: Server): void {
    server.on('connection', socket => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.prependListener('request', ({ socket }) => this.sockets.delete(socket));
  }

  closeSoon(): void {
    setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, GRACE_MS).unref();
  }
}
