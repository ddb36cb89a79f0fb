export { ChangeClock } from './clock/change-clock.js';
export { ReadClock } from './clock/read-clock.js';
export { RehearsalApiModule, RehearsalModule, RehearsalWorkerModule } from './rehearsal.module.js';
export { rehearsalStorage } from './storage/storage.js';
