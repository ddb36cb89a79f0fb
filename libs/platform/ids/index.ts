export { newId } from './ids.js';
