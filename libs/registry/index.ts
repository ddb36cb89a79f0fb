export { type DueEvent } from './due/record-due.js';
export { RegistryEvents } from './due/registry-events.js';
export { NothingPending } from './model/errors.js';
export { FindRegistrations } from './registrations/find-registrations.js';
export { RegistryController } from './registry.controller.js';
export { RegistryApiModule, RegistryModule, RegistryWorkerModule } from './registry.module.js';
export { UndecidedOrders } from './undecided-orders.js';
