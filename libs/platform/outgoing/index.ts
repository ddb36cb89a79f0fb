export { GuardedClient } from './guarded-client.js';
export { OutgoingFailure } from './outgoing-failure.js';
export { resolveWithDns, resolveWithSystem } from './dns.js';
export { isAllowed } from './addresses.js';
