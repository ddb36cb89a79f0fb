export { Clock } from './clock.js';
export { Repeating } from './repeating.js';
