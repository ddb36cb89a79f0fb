export { DomainTaken, InvalidDomain, UnsupportedTld } from './model/errors.js';
export { normalizeHostName } from './model/host-name.js';
