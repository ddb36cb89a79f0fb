export { DomainTaken, InvalidDomain, RegistrationNotFound, UnsupportedTld } from './model/errors.js';
export { normalizeHostName } from './model/host-name.js';
