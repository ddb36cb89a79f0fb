import type { Caller } from './caller.js';
import type { OperationName } from './operations.js';
import type { PathTenant, Person } from './person.js';
import type { RejectedKey } from './rejected-key.js';
import type { RouteAccess } from './requires.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the API key has been checked. */
    caller?: Caller;
    /** Set when the API key or the tenant has been rejected. */
    rejectedKey?: RejectedKey;
    /** Set when the session or the access token has been checked. */
    person?: Person;
    pathTenant?: PathTenant;
    /** The last operation that the request has begun, on a route that can run several. */
    operation?: OperationName;
  }
  interface FastifyContextConfig {
    /** Declares who can call a route without a controller. */
    access?: RouteAccess;
    /** Whether the route bounds its own concurrent reads. */
    limitsOwnReads?: boolean;
    operation?: OperationName;
  }
}
