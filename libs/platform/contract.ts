/** Exports for contracts: event kinds, request fields and response fields. The portal imports only types. */
export type { BusinessTime } from './clock/business-time.js';
export { type Event, type EventHeader, EventKind } from './events/event-kind.js';
export * from './http/fields/fields.js';
export * from './http/fields/query-fields.js';
export { CheckedField, Field } from './http/fields/rule.js';
export { Source } from './openapi/answer.js';
export { MAX_HOST_NAME_LENGTH } from './names/label.js';
export * from './openapi/nullable.js';
export { characterProblem } from './text/one-line.js';
