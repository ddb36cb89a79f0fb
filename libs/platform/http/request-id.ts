import type { IncomingMessage } from 'node:http';
import { newId } from '../security/ids/ids.js';

const VALID = /^[A-Za-z0-9][A-Za-z0-9._:/+=@-]{0,127}$/;

/** The client's `X-Request-Id` if it is valid and contains no API key, or else a new ID. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) && !given.includes('ny_') ? given : newId('req');
}
