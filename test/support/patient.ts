/** Settings for a service on a busy machine. Tests of hanging databases use the default instead. */
export const PATIENT = { DATABASE_TIMEOUT: '10s' };
