import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Readiness } from '../health/readiness.js';

/** Long enough for a client that is at work to send its next request, and to read there that it is the last one. */
const GRACE_MS = 1_000;
const LOOK_MS = 20;

/**
 * Ends connections without cutting anyone off. Closing an idle connection at once, as Node does, races with the request
 * that its client is just sending; so each client is told with its next answer, and only the idle ones are closed in the end.
 */
@Injectable()
export class Drain {
  private draining = false;
  private server: Server;

  constructor(private readonly readiness: Readiness) {}

  watch(fastify: FastifyInstance): void {
    this.server = fastify.server as Server;
    fastify.addHook('onRequest', (_request, reply, done) => {
      if (this.draining) void reply.header('Connection', 'close');
      done();
    });
  }

  /**
   * Takes no more connections; resolves when there are none left, or after the grace. A listening socket that closes cuts
   * off those who wait before it: whoever has connected is let in first, and a balancer gets the notice to look elsewhere.
   */
  async start(noticeMs = 0): Promise<void> {
    this.draining = true;
    this.readiness.close();
    await pause(Math.max(LOOK_MS, noticeMs));
    // The close of an HTTP server would close the idle connections too.
    NetServer.prototype.close.call(this.server);
    const end = performance.now() + GRACE_MS;
    while (performance.now() < end && (await connectionsOf(this.server)) > 0) await pause(LOOK_MS);
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>(resolve => server.getConnections((error, count) => resolve(error ? 0 : count)));

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
