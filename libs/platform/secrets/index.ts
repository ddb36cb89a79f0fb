export { type IdScope, OpaqueIds } from './opaque-ids.js';
export { Secrets } from './secrets.js';
