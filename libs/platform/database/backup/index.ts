export { backUp } from './backup.js';
export { restore } from './restore.js';
export { exportTenant } from './export-tenant.js';
export { type ImportedTenant, importTenant } from './import-tenant.js';
export { countKept, removeRows, removeTenant, type RowCounts, tablesOf } from './tenant-tables.js';
