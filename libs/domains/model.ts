export {
  DomainTaken,
  InvalidDomain,
  RegistrationNotFound,
  RegistrationReleased,
  TermTooLong,
  UnsupportedTld,
} from './model/errors.js';
export { normalizeHostName } from './model/host-name.js';
