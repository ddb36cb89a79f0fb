export { type DueEvent } from './due/record-due.js';
export { RegistryEvents } from './due/registry-events.js';
export { RegistryModule, RegistryWorkerModule } from './registry.module.js';
