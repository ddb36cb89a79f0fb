export { newId, randomCharacters } from './ids.js';
