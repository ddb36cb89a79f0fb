/**
 * A longer timeout than the default: tests share the cores, so that a process can get no CPU time for seconds. Tests of a
 * PostgreSQL that hangs set the default.
 */
export const PATIENT = { DATABASE_TIMEOUT: '5s' };
