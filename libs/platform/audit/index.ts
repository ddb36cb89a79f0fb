export { type Actor, audit, type Change } from './audit.js';
export { type AuditRow, readAudit } from './read-audit.js';
