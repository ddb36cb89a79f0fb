export { BatchedStatement } from './batched-statement.js';
export { Batcher } from './batcher.js';
export { beginsWith, Conditions } from './conditions.js';
export { connectionOptions, type Retention, type Storage, type TenantRows } from './connection.js';
export { Database } from './database.js';
export { DatabaseModule, PoolGauges } from './database.module.js';
export {
  isDatabaseUnavailable,
  isDiskFull,
  isLockTimeout,
  isStatementTimeout,
  isUniqueViolation,
  violates,
} from './errors.js';
export { jsonObject, jsonObjectOfPlainTexts, jsonTime } from './json.js';
export { mappingOf } from './mapping.js';
export { compareMigrations, migrate, requireMigrated, withClient } from './migrate.js';
export { IndexMigration, Migration } from './migration.js';
export { Notifications } from './notifications.js';
export { NotifiedCache } from './notified-cache.js';
export { notification, NOTIFY, NOTIFY_EACH } from './notify.js';
export { MAX_WRITE_SECONDS, oldestWrite } from './oldest-write.js';
export { type Executor, rowsOf, Statement } from './statement.js';
export { RowsOfTenant } from './rows-of-tenant.js';
export { Table } from './table.js';
export { checkServer, readServerState, problemOf, type ServerState } from './check-server.js';
