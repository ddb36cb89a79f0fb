export { backUp } from './backup.js';
export { restore } from './restore.js';
export { exportTenant } from './export-tenant.js';
export { importTenant } from './import-tenant.js';
export { removeRows, removeTenant, type RemovedRows, tablesOf } from './tenant-tables.js';
