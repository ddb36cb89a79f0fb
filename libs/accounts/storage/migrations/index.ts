export * from './1763683210000-create-accounts.js';
export * from './1795395000000-create-tokens.js';
export * from './1795700000000-create-factors.js';
export * from './1795710000000-create-links.js';
export * from './1795710001000-create-identities.js';
export * from './1795711000000-create-passkeys.js';
