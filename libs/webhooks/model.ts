export { type Alteration, type Effect, EFFECTS } from './model/alteration.js';
