import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Readiness } from '../health/readiness.js';

/** Time for active clients to send another request, whose response closes the connection. */
const GRACE_MS = 1_000;
const POLL_MS = 20;

/**
 * Closes connections without losing requests. Node closes idle connections immediately, although a request may be on its
 * way. Therefore responses ask clients to close, and only `app.close()`, called afterwards, closes idle connections.
 */
@Injectable()
export class Drain {
  private draining = false;
  private readonly servers: NetServer[] = [];

  constructor(private readonly readiness: Readiness) {}

  register(fastify: FastifyInstance): void {
    this.add(fastify.server);
    fastify.addHook('onRequest', (_request, reply, done) => {
      if (this.draining) void reply.header('Connection', 'close');
      done();
    });
  }

  /** Adds another server of this process. */
  add(server: NetServer): void {
    this.servers.push(server);
  }

  /**
   * Waits `noticeMs`, stops accepting connections, then waits up to one second for open ones. During the notice, load
   * balancers choose other processes, and pending connections are accepted.
   */
  async start(noticeMs = 0): Promise<void> {
    this.draining = true;
    this.readiness.close();
    await pause(Math.max(POLL_MS, noticeMs));
    // `http.Server.close` would also close idle connections.
    for (const server of this.servers) NetServer.prototype.close.call(server);
    const end = performance.now() + GRACE_MS;
    while (performance.now() < end && (await this.connections()) > 0) await pause(POLL_MS);
  }

  private async connections(): Promise<number> {
    const counts = await Promise.all(this.servers.map(connectionsOf));
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

const connectionsOf = (server: NetServer) =>
  new Promise<number>(resolve => server.getConnections((error, count) => resolve(error ? 0 : count)));
