export * from './1763683202000-create-keys.js';
export * from './1763683211000-roll-keys.js';
export * from './1795358700000-spell-out-wildcards.js';
