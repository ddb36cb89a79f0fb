/** Classes and codes of SQLSTATE (PostgreSQL manual, appendix A) that mean "try again later". */
const TRANSIENT = /^(08...|40001|40P01|57014|57P0[1-5]|53...|55P03|25006|25P03)$/;
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const DRIVER =
  /timeout|connection terminated|connection ended|client has encountered a connection error|not queryable|runner already released/i;

/** The driver's error in a QueryFailedError. Checks no class, so that the CLI need not load TypeORM to print an error. */
const causeOf = (error: unknown): unknown => (error as { driverError?: unknown } | undefined)?.driverError ?? error;

const codeOf = (error: unknown): unknown => (causeOf(error) as { code?: unknown } | undefined)?.code;

/** Whether an error means that PostgreSQL is temporarily unavailable, as opposed to a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  if (cause instanceof AggregateError) return cause.errors.some(isDatabaseUnavailable);
  const code = codeOf(cause);
  if (typeof code === 'string') return TRANSIENT.test(code) || SOCKET.test(code);
  return DRIVER.test(cause.message);
}

/** Causes of outages by SQLSTATE or socket error code. The first match applies. */
const CAUSES: [RegExp, string][] = [
  [/^53100$/, 'disk full'],
  [/^53200$/, 'out of memory'],
  [/^53300$/, 'too many clients'],
  [/^25006$/, 'read-only server'],
  [/^25P03$/, 'idle in transaction'],
  [/^57014$/, 'statement timeout'],
  [/^55P03$/, 'lock timeout'],
  [/^40/, 'conflict of transactions'],
  [/^57P/, 'server starts or stops'],
  [/^ETIMEDOUT$/, 'timeout'],
];

/** Short cause of an error for which `isDatabaseUnavailable` is true; similar errors have the same cause. */
export function causeOfOutage(error: unknown): string {
  const cause = causeOf(error) as Error;
  if (cause instanceof AggregateError) return causeOfOutage(cause.errors.find(isDatabaseUnavailable));
  const code = codeOf(cause);
  if (typeof code === 'string')
    return CAUSES.find(([pattern]) => pattern.test(code))?.[1] ?? `connection failed (${code})`;
  return /timeout/i.test(cause.message) ? 'timeout' : 'connection lost';
}

/**
 * Whether the connection is unusable. An error with severity ERROR arrived over a working connection. A read-only
 * server (25006) is no longer the primary, so its connections are closed, too.
 */
export function isConnectionLost(error: unknown): boolean {
  if (codeOf(error) === '25006') return true;
  return isDatabaseUnavailable(error) && !((causeOf(error) as { severity?: unknown }).severity === 'ERROR');
}

/** Whether PostgreSQL could not write because its disk is full (disk_full). */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Whether PostgreSQL refused another connection (too_many_connections). */
export const isTooManyConnections = (error: unknown): boolean => codeOf(error) === '53300';

/** Whether a statement timed out waiting for a lock (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether PostgreSQL canceled a statement that took too long (query_canceled). */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether a statement violated any unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** The name of the constraint that a statement violated. */
export const constraintOf = (error: unknown): unknown => (causeOf(error) as { constraint?: unknown }).constraint;

/** Whether a statement violated the unique constraint of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  isUniqueViolation(error) && constraintOf(error) === constraint;
