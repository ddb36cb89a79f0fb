export {
  checkPermissions,
  defaultPermissions,
  DESCRIPTIONS,
  grantableIn,
  type Scope,
  UnknownPermission,
} from './permissions.js';
