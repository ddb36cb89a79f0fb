export * from './1763683200000-create-platform.js';
export * from './1763683209000-create-audit.js';
export * from './1763683225000-find-audit-by-action.js';
export * from './1763769600000-create-event-log.js';
export * from './1763769602000-replace-outbox.js';
export * from './1795347300000-find-events-by-key.js';
export * from './1795401000000-create-installation.js';
