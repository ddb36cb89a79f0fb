export { ChangeClock } from './clock/change-clock.js';
export { ReadClock } from './clock/read-clock.js';
export { FaultGuard } from './faults/fault.guard.js';
export { noFaultsOnLive } from './faults/no-faults-on-live.guard.js';
export { ERRORS_OF_FAULTS, ERRORS_ON_LIVE } from './model/errors.js';
export { RehearsalApiModule, RehearsalModule, RehearsalWorkerModule } from './rehearsal.module.js';
export { rehearsalStorage } from './storage/storage.js';
