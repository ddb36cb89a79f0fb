export { type ClockSetting, timeOf } from './clock-setting.js';
export { FACADES, type Facade } from './facades.js';
export { type OperationName, OPERATIONS } from './operations.js';
export {
  validatePermissions,
  defaultPermissions,
  PERMISSION_DESCRIPTIONS,
  grantableIn,
  type Scope,
  UnknownPermission,
} from './permissions.js';
export type { RegistrySettings } from './registry-settings.js';
export { SESSION_CHALLENGE } from './session-challenge.js';
