export * from './contract/deliveries.js';
export * from './contract/events.js';
export * from './contract/receivers.js';
export { EVENT_TYPES } from './events/catalogue.js';
