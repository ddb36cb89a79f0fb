export { ApiAnswer, LiveEnvelopeMeta } from './answer.js';
export { ApiIdempotencyKey, ApiPathId, ErrorView, EXAMPLE_ORIGIN, Failure } from './failure.js';
export { REFUSAL_PREFIX, Refuses, refusalsOf } from './refuses.js';
