export * from './1795564800011-create-testcontrol.js';
