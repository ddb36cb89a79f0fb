export { type BusinessTime, businessTime } from './business-time.js';
export { Clock } from './clock.js';
export { withDeadline } from './with-deadline.js';
export { withTimeout } from './with-timeout.js';
