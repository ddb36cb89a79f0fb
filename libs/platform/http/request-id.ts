import type { IncomingMessage } from 'node:http';
import { newId } from '../ids/ids.js';

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:/+=@-]{0,127}$/;

/** The caller's own `X-Request-Id` when it can be logged and sent back as it is, else a new one; a key is no id. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) && !given.includes('ny_') ? given : newId('req');
}
