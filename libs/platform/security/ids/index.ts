export { lowestId, newId } from './ids.js';
