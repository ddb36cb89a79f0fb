/** Exports for contracts: event kinds, request fields and response fields. The portal imports only types. */
export type { BusinessTime } from './process/clock/business-time.js';
export { type Event, EventKind } from './events/event-kind.js';
export * from './http/fields/fields.js';
export * from './http/fields/query-fields.js';
export { Check, CheckedBy, Field, type FieldOptions, isBlank, Normalize, Trim } from './http/fields/field.js';
export { Source, WithSource } from './http/openapi/answer.js';
export { MAX_HOST_NAME_LENGTH } from './http/text/label.js';
export * from './http/openapi/property.js';
export { characterProblem } from './http/text/one-line.js';
