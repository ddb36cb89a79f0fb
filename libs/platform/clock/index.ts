export { type BusinessTime, businessTime } from './business-time.js';
export { Clock } from './clock.js';
export { withTimeout } from './with-timeout.js';
