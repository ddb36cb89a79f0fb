export { accountIdsOf, hexOf } from './model/account-ids.js';
export { Contact, ContactUse } from './model/contact.js';
export { CONTACT_SORTS, Contacts } from './contacts.js';
export { FacadesModule } from './facades.module.js';
export { FindNumbered, type NumberedDomain, type NumberedOrder } from './find-numbered.js';
export { Numbers, skipNumbers } from './numbers.js';
export { contactRows, contactUseRows, removeContacts, removeFacadeData } from './storage/contact-rows.js';
export { facadesStorage } from './storage/storage.js';
