import type { Caller } from './caller.js';
import type { OperationName } from './operations.js';
import type { PathTenant, Person } from './person.js';
import type { RejectedKey } from './rejected-key.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the API key has been checked. */
    caller?: Caller;
    /** Set when the API key or the tenant has been rejected. */
    rejectedKey?: RejectedKey;
    /** Set when the session has been checked. */
    person?: Person;
    pathTenant?: PathTenant;
  }
  interface FastifyContextConfig {
    /** Declares that a route without a controller needs neither a key nor a login. */
    access?: 'open';
    /** Whether the route bounds its own concurrent reads. */
    limitsReads?: boolean;
    operation?: OperationName;
  }
}
