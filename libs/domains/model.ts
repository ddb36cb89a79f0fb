export { DomainTaken, InvalidDomain, UnsupportedTld } from './model/errors.js';
