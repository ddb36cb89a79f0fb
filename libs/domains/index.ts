export { DomainsModule } from './domains.module.js';
export { CATALOGUE_VERSION, CURRENCIES } from './catalogue/catalogue.js';
export { FindRegistrations } from './find-registrations.js';
export { SearchDomain } from './search-domain.js';
export { DomainTaken, RegistrationNotFound, RegistrationReleased, TermTooLong } from './model/errors.js';
export { type Currency, quote, quoteRenewal, toDecimal } from './model/price.js';
export { addYears, refusalOfTerm, type Registration } from './model/registration.js';
export { Registrations } from './storage/registrations.js';
export { domainsStorage } from './storage/storage.js';
