export type { Alteration } from './model/alteration.js';
