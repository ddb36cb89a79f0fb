import { QueryFailedError } from 'typeorm';

/** Classes and codes of SQLSTATE (PostgreSQL manual, appendix A) that say "not now", whatever was asked. */
const NOT_NOW = /^(08...|40001|40P01|57014|57P0[1-5]|53...|55P03|25006)$/;
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const DRIVER =
  /timeout|connection terminated|connection ended|client has encountered a connection error|not queryable/i;

/** Whether an error means that PostgreSQL cannot be asked at the moment, as against a fault of ours. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof QueryFailedError ? (error.driverError as unknown) : error;
  if (!(cause instanceof Error)) return false;
  if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway);
  const code = (cause as { code?: unknown }).code;
  if (typeof code === 'string') return NOT_NOW.test(code) || SOCKET.test(code);
  return DRIVER.test(cause.message);
}

/** Whether the connection itself is of no more use; what PostgreSQL itself said came over one that works. */
export function isConnectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && !((error as { severity?: unknown }).severity === 'ERROR');
}

/** Whether a statement gave up waiting for a row that another transaction holds. */
export function waitedInVain(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03';
}

/** Whether PostgreSQL gave up on a statement because of its time. */
export function tookTooLong(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '57014';
}

/** Whether a statement failed on a unique constraint, whichever it was: somebody else came first. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '23505';
}

/** Whether a statement failed on the unique constraint of that name. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && broken === constraint;
}
