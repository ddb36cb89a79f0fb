import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { Once } from '../idempotency/once.js';
import type { PathTenant, Person, PersonAccess } from './person.js';
import type { Access } from './requires.js';

/** The guard that admitted a request and can check it again later. */
export interface Admission {
  /** @throws Refusal when the request would no longer be admitted */
  recheck(request: FastifyRequest): Promise<void>;
}

/** What the way of a request leaves on it for those who come after. */
declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the key is. */
    caller?: Caller;
    admission?: Admission;
    /** Known once the session is. */
    person?: Person;
    pathTenant?: PathTenant;
    once?: Once;
    /** The response may wait for an event; its duration is not a latency. */
    isLongPoll?: boolean;
    /** The code of the failure that was answered. */
    failure?: string;
  }
  interface FastifyContextConfig {
    access?: Access | PersonAccess | 'open';
    /** The JSON of what the route returns, where JSON.stringify would take too long for it. */
    write?: (data: never) => string;
  }
}
