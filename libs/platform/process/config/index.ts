export { createDataDir } from './create-data-dir.js';
export { COMMAND, VERSION } from './installation.js';
export { DEFAULT_METRICS_PORT, directUrlOf, readSettings, type Settings, SETTINGS } from './settings.js';
export { hostName, slug } from './variables.js';
