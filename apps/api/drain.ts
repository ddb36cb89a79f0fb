import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Readiness } from '../health/readiness.js';

/** Time for active clients to send another request, whose response closes the connection. */
const GRACE_MS = 1_000;
const POLL_MS = 20;

/**
 * Closes connections without losing requests. Node closes idle connections immediately, which races with requests that
 * clients are just sending. Therefore responses ask clients to close, and idle connections are closed only at the end.
 */
@Injectable()
export class Drain {
  private draining = false;
  private server: Server;

  constructor(private readonly readiness: Readiness) {}

  register(fastify: FastifyInstance): void {
    this.server = fastify.server as Server;
    fastify.addHook('onRequest', (_request, reply, done) => {
      if (this.draining) void reply.header('Connection', 'close');
      done();
    });
  }

  /**
   * Waits `noticeMs`, stops accepting connections, then waits up to one second for open ones. During the notice, load
   * balancers choose other processes, and pending connections are accepted.
   */
  async start(noticeMs = 0): Promise<void> {
    this.draining = true;
    this.readiness.close();
    await pause(Math.max(POLL_MS, noticeMs));
    // HTTP's own close would also close idle connections.
    NetServer.prototype.close.call(this.server);
    const end = performance.now() + GRACE_MS;
    while (performance.now() < end && (await connectionsOf(this.server)) > 0) await pause(POLL_MS);
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>(resolve => server.getConnections((error, count) => resolve(error ? 0 : count)));
