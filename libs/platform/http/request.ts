import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { Once } from '../idempotency/once.js';
import type { PathTenant, Person, PersonAccess } from './person.js';
import type { Access } from './requires.js';

/** Whoever admitted a request can say whether it still would. */
export interface Admission {
  /** @throws Refusal when it would not */
  again(request: FastifyRequest): Promise<void>;
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
    /** Its answer waits for something to happen, so that its time says nothing about us. */
    held?: boolean;
    /** The code of the failure that was answered. */
    failure?: string;
  }
  interface FastifyContextConfig {
    access?: Access | PersonAccess | 'open';
    /** The JSON of what the route returns, where JSON.stringify would take too long for it. */
    write?: (data: never) => string;
  }
}
