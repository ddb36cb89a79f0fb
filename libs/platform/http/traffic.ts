import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Answers a second, from which on what can wait does. */
const HEAVY = 200;

/** Over a shorter time chance would decide. */
const SPAN_MS = 200;

/** How much this process answers at present: nothing at all, where it only works in the background. */
@Injectable()
export class Traffic {
  private answers = 0;
  private since = performance.now();
  private heavy = false;

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (_request, _reply, done) => {
      this.answers++;
      done();
    });
  }

  /** Judged by the time since the last judgement, which was at least a moment ago. */
  get isHeavy(): boolean {
    const now = performance.now();
    const seconds = (now - this.since) / 1_000;
    if (seconds < SPAN_MS / 1_000) return this.heavy;
    this.heavy = this.answers / seconds >= HEAVY;
    this.answers = 0;
    this.since = now;
    return this.heavy;
  }
}
