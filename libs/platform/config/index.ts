export { readSettings, type Settings, SETTINGS } from './settings.js';
