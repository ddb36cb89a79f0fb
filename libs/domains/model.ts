export {
  AlreadyHeld,
  DomainTaken,
  InvalidDomain,
  RegistrationNotFound,
  RegistrationReleased,
  TermTooLong,
  TransferPending,
  UnsupportedTld,
} from './model/errors.js';
export { HOLD_DAYS, REMINDER_DAYS, VERIFICATION_DAYS } from './model/registration.js';
export { normalizeHostName } from './model/host-name.js';
