export { Clock } from './clock.js';
export { Repeating } from './repeating.js';
export { withTimeout } from './with-timeout.js';
