export { COMMAND, VERSION } from './installation.js';
export { readSettings, type Settings, SETTINGS } from './settings.js';
