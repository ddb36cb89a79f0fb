export { type Actor, audit, auditAtMost, auditFirstStep, type Change } from './audit.js';
export { type AuditRow, readAudit } from './read-audit.js';
