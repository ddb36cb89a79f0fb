export { ErrorFilter, errorResponse, loggedErrorResponse } from './error-filter.js';
export { installEnvelope } from './envelope.js';
export * from './http-errors.js';
export {
  GuardedRoute,
  HostHeaderGuard,
  KnownParameters,
  RouteExistsGuard,
  routePathOf,
  runGuardsBeforeBody,
} from './guards.js';
export { CHANGE_EXTENSION, isObject } from './fields/field.js';
export { readFields, readQuery } from './fields/read-fields.js';
export { HostCookie, isSecure } from './host-cookie.js';
export { acceptEmptyBodies, installJsonBody } from './json-body.js';
export { LongPoll, type LongPollRequest } from './long-poll.js';
export { MediaTypesGuard, rejectContentEncoding } from './media-types.guard.js';
export { Metrics } from './metrics.js';
export { originOf, RequestOrigin } from './origin.js';
export { ReadSlots } from './read-slots.js';
export { readPage } from './read-page.js';
export { prefersAsync } from './preference.js';
export { installRequestLog } from './request-log.js';
export type { Admission } from './request.js';
export { createAdapter } from './server.js';
export { traceparentOf, traceRequests } from './trace-requests.js';
export { EmptyRequest, StrictBody, ValidBody, ValidPath, ValidQuery } from './valid-input.js';
