export { type ClockSetting, timeOf } from './clock-setting.js';
export {
  checkPermissions,
  defaultPermissions,
  DESCRIPTIONS,
  grantableIn,
  type Scope,
  UnknownPermission,
} from './permissions.js';
