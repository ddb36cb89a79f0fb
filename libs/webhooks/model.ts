export type { Alteration } from './model/alteration.js';
export { InvalidDescription, InvalidUrl, ReceiverNotFound, TooManyReceivers, UnknownEvent } from './model/errors.js';
