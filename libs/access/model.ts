export { checkPermissions, defaultPermissions, grantableIn, type Scope, SCOPES } from './permissions.js';
