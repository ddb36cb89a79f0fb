/** What a model may know of the technical side: how to refuse, how to make an id, where one may call. Plain TypeScript. */
export { LABEL, MAX_HOST_NAME_LENGTH } from './names/label.js';
export { Conflict, Forbidden, Invalid, NotFound, Unpaid } from './errors/refusal.js';
export { ValidationFailed } from './errors/validation-failed.js';
export { newId, randomCharacters } from './ids/ids.js';
export { problemOfTarget } from './outgoing/target.js';
