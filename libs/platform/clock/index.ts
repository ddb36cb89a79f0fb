export { Clock } from './clock.js';
export { withTimeout } from './with-timeout.js';
