export { ApiAnswer, LiveEnvelopeMeta } from './answer.js';
export { ErrorView, EXAMPLE_ORIGIN, Failure } from './failure.js';
export { REFUSAL_PREFIX, Refuses, refusalsOf } from './refuses.js';
export { ApiIdempotencyKey, ApiPathId } from './failure.js';
