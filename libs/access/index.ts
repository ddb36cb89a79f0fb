import './request.js';

export { type Caller, Idempotent, TheCaller } from './caller.js';
export * from './errors.js';
export { grants, type Permission, type Scope, scopeOf } from './permissions.js';
export {
  ForOperators,
  ForPeople,
  ForTenant,
  ForVisitors,
  InTenant,
  type PathTenant,
  type Person,
  type PersonAccess,
  requireOperator,
  type Role,
  ThePerson,
  TheTenant,
} from './person.js';
export { type KeyAccess, OpenToAll, requireAccessOnRoutes, Requires } from './requires.js';
