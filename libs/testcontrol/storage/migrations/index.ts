export * from './1795564800011-create-testcontrol.js';
export * from './1795651200001-add-event-to-faults.js';
export * from './1795655073471-create-explorations.js';
