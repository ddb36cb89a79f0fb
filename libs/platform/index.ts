export { type Actor, audit, type Change } from './audit/audit.js';
export { type AuditRow, readAudit } from './audit/read-audit.js';
export { Clock } from './clock/clock.js';
export { Repeating } from './clock/repeating.js';
export { readSettings, type Settings } from './config/settings.js';
export { LOGGER, SETTINGS } from './config/tokens.js';
export { isDatabaseAway, isUniqueViolation, violates } from './database/errors.js';
export { beginsWith } from './database/begins-with.js';
export { connectionOptions, patientConnection, type Retention, type Storage } from './database/connection.js';
export { Database } from './database/database.js';
export { Batcher } from './database/batcher.js';
export { DatabaseModule } from './database/database.module.js';
export { migrate } from './database/migrate.js';
export { notification, Notifications, NOTIFY, NOTIFY_OF_EACH } from './database/notifications.js';
export { patient } from './database/patient.js';
export { NotifiedCache } from './database/notified-cache.js';
export { BatchedStatement } from './database/batched-statement.js';
export { type Executor, Statement } from './database/statement.js';
export * from './errors/refusal.js';
export { UsageError } from './errors/usage-error.js';
export { LABEL } from './names/label.js';
export { OnEvent } from './events/on-event.js';
export { OUTBOX_COLUMNS } from './events/outbox.js';
export { OutboxGaugesModule } from './events/outbox-gauges.js';
export { RelayModule } from './events/relay.module.js';
export { CLAIM_COLUMNS, FORGET_DECISIONS, Idempotency } from './idempotency/idempotency.js';
export type { Once as OnceRequest } from './idempotency/once.js';
export { newId, randomCharacters } from './ids/ids.js';
export { type Caller, Once, TheCaller } from './http/caller.js';
export { addressOf, demandAccess, type Guard, installGuards } from './http/guards.js';
export { HostHeader } from './http/host-header.guard.js';
export { AnswerErrors } from './http/answer-errors.filter.js';
export { installEnvelope } from './http/envelope.js';
export { installJsonBody } from './http/json-body.js';
export { LongPoll, type LongPollRequest } from './http/long-poll.js';
export { MediaTypes } from './http/media-types.guard.js';
export { Metrics } from './http/metrics.js';
export { ApiAnswer } from './http/openapi/answer.js';
export { commonRefusals } from './http/openapi/common-refusals.js';
export { ErrorView, Failure } from './http/openapi/failure.js';
export { ApiOnce, ApiPathId, ApiRefusal, type DocumentedRefusal, REFUSAL_PREFIX } from './http/openapi/refusals.js';
export type { Admission } from './http/request.js';
export { installRequestLog } from './http/request-log.js';
export { OpenToAll, Requires } from './http/requires.js';
export {
  demandOperator,
  ForOperators,
  ForPeople,
  ForVisitors,
  InTenant,
  type PathTenant,
  type Person,
  type Role,
  ThePerson,
  TheTenant,
} from './http/person.js';
export { TheOrigin } from './http/origin.js';
export { RouteExists } from './http/route-exists.guard.js';
export { createAdapter } from './http/server.js';
export { EmptyRequest, ValidBody } from './http/valid-body.js';
export { ValidQuery } from './http/valid-query.js';
export { createLogger, type DestinationStream, type Logger, maskTokens, NestLog } from './log/logger.js';
export { GuardedClient } from './outgoing/guarded-client.js';
export { OutgoingFailure } from './outgoing/outgoing-failure.js';
export type { Reply } from './outgoing/reply.js';
export { PlatformModule } from './platform.module.js';
export { QueueModule } from './queue/queue.module.js';
export { type IdScope, OpaqueIds } from './secrets/opaque-ids.js';
export { Secrets } from './secrets/secrets.js';
export { platformStorage } from './storage/storage.js';
export {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './database/embedded/embedded-postgres.js';
