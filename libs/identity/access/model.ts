export { type ClockSetting, timeOf } from './clock-setting.js';
export { type OperationName, OPERATIONS } from './operations.js';
export {
  checkPermissions,
  defaultPermissions,
  DESCRIPTIONS,
  grantableIn,
  type Scope,
  UnknownPermission,
} from './permissions.js';
export { SESSION_CHALLENGE } from './session-challenge.js';
