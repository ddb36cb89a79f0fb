export { problemOfDuration } from './model/duration.js';
