export { AccountsModule, LoginModule } from './accounts.module.js';
export { AccountExists } from './model/person.js';
export { People } from './people/people.js';
export { PersonGuard } from './person.guard.js';
export { accountsStorage } from './storage/storage.js';
