import type { Caller } from './caller.js';
import type { Once } from '../idempotency/once.js';
import type { Access } from './requires.js';

/** What the way of a request leaves on it for those who come after. */
declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the key is. */
    caller?: Caller;
    once?: Once;
    /** The code of the failure that was answered. */
    failure?: string;
  }
  interface FastifyContextConfig {
    access?: Access | 'open';
  }
}
