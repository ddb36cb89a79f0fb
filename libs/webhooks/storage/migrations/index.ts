export * from './1763683208000-create-webhooks.js';
export * from './1763683226000-lighten-deliveries.js';
export * from './1763769601000-log-deliveries.js';
export * from './1795358801000-hold-deliveries.js';
