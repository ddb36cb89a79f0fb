export {
  checkPermissions,
  defaultPermissions,
  grantableIn,
  type Scope,
  SCOPES,
  UnknownPermission,
} from './permissions.js';
