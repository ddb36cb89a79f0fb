/** Plain TypeScript for models: refusals, IDs and the validation of URLs. */
export { LABEL, MAX_HOST_NAME_LENGTH } from './names/label.js';
export { Conflict, Forbidden, Invalid, NotFound, Unpaid } from './errors/refusal.js';
export { ValidationFailed } from './errors/validation-failed.js';
export { newId, randomCharacters } from './ids/ids.js';
export { problemOfTarget } from './outgoing/target.js';
