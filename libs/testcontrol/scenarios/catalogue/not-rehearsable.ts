/**
 * Errors by code, and why one request with one sandbox key cannot cause them. Operations that support faults have simulated
 * scenarios for these errors; the other operations have none.
 */
export const NOT_REHEARSABLE: Record<string, string> = {
  MALFORMED_REQUEST: 'HTTP libraries cannot send it.',
  REQUEST_TIMEOUT: 'HTTP libraries cannot send it.',
  EXPECTATION_FAILED: 'HTTP libraries cannot send it.',
  MISDIRECTED_REQUEST: 'It requires the host name of a storefront.',
  SCOPE_DENIED: 'It requires another API key.',
  PERMISSION_DENIED: 'It requires another API key.',
  CONTROL_DISABLED: 'It requires an operator, who switches off test control.',
  RATE_LIMITED: 'It would delay all other requests of the key.',
  IDEMPOTENCY_IN_PROGRESS: 'It requires two requests at once.',
  TOO_MANY_WAITING: 'It requires many requests at once.',
  TOO_MANY_HELD: 'It requires many requests at once.',
  TOO_MANY_FAULTS: 'It requires 101 rules.',
  TOO_MANY_WORLDS: 'It requires 101 worlds, so that the tenant cannot create others.',
  WORLD_TOO_LARGE: 'It requires more than 10,000 orders.',
  INTERNAL_ERROR: 'It is a failure of the service.',
  SERVICE_UNAVAILABLE: 'It is a failure of the service.',
};
