export { ApiAnswer } from './answer.js';
export { commonRefusals } from './common-refusals.js';
export { ErrorView, Failure } from './failure.js';
export { ApiOnce, ApiPathId, ApiRefusal, type DocumentedRefusal } from './refusals.js';
export { REFUSAL_PREFIX, Refuses } from './refuses.js';
