export { Nameyard } from './nameyard.js';
export type { CallOptions, IdempotentCallOptions, NameyardOptions } from './options.js';
export type { RateLimit, ResponsePromise, WithResponse } from './response.js';
export type { Pages } from './pages.js';
export type { Body, Data, OperationId, Query, Schemas } from './types.js';
export { AbortError, ConnectionError, NameyardError, TimeoutError } from './error.js';
export { ApiError, type ErrorDetail } from './api-error.js';
export { SignatureError, type SignatureErrorReason } from './signature-error.js';
export * from './generated/errors.js';
