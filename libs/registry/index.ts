export { type DueEvent } from './due/record-due.js';
export { RegistryEvents } from './due/registry-events.js';
export { FindRegistrations } from './registrations/find-registrations.js';
export { RegistryApiModule, RegistryModule, RegistryWorkerModule } from './registry.module.js';
