export * from './decisions.js';
export * from './registrations.js';
export * from './terms.js';
