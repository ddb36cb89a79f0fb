export { DomainsModule } from './domains.module.js';
export { CheckDomains } from './check-domains.js';
export { DomainsController } from './domains.controller.js';
export { CATALOGUE_VERSION, CURRENCIES } from './catalogue/catalogue.js';
export { SearchDomain } from './search-domain.js';
export type { Decision } from './model/availability.js';
export { listTlds } from './list-tlds.js';
export { DomainName } from './model/domain-name.js';
export { extraFieldsOf, featuresOf, isUnverified, ownerFor, ownerProblems } from './model/owner.js';
export {
  AlreadyHeld,
  DomainTaken,
  RegistrationNotFound,
  RegistrationReleased,
  TransferPending,
} from './model/errors.js';
export { covers, type Currency, type Quote, quote, quoteRenewal, quoteTransfer, toDecimal } from './model/price.js';
export {
  addYears,
  cursorOf,
  DEFAULT_NAMESERVERS,
  isHeld,
  isReleased,
  findTermError,
  Registration,
  renewalReference,
  statusOf,
} from './model/registration.js';
export { decidedByWord, isLockedByWord } from './model/registry-words.js';
export { renewalTerms } from './model/renewal-term.js';
export { registrationRows } from './storage/registration.mapping.js';
export { type PageSpec, Registrations } from './storage/registrations.js';
export { domainsStorage } from './storage/storage.js';
