export { AccountsModule, LoginModule } from './accounts.module.js';
export { checkPassword } from './model/password.js';
export { AccountExists } from './model/errors.js';
export { checkEmail, type Role, ROLES } from './model/person.js';
export { People } from './people/people.js';
export { ViewPeople } from './people/view-people.js';
export { PersonGuard } from './person.guard.js';
export { accountsStorage } from './storage/storage.js';
