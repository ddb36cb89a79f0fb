export { GuardedClient } from './guarded-client.js';
export { OutgoingFailure } from './outgoing-failure.js';
export type { Reply } from './read-response.js';
export { resolveWithDns, resolveWithSystem } from './dns.js';
export { isAllowed } from './addresses.js';
