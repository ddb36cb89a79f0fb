import type { Caller } from './caller.js';
import type { PathTenant, Person, PersonAccess } from './person.js';
import type { KeyAccess } from './requires.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the API key is known. */
    caller?: Caller;
    /** Set once the session is known. */
    person?: Person;
    pathTenant?: PathTenant;
  }
  interface FastifyContextConfig {
    access?: KeyAccess | PersonAccess | 'open';
  }
}
