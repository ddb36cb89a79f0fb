import type { HttpResponse } from '../support/openapi-check.js';
import { PORTAL, PORTAL_DOCUMENT, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import type { Exchange } from '../support/socket.js';
import type { WireRequest } from './sending.js';
import type { FuzzEnvironment } from './environment.js';

/** Errors of the live registrar API that do not mean a fault. */
const EXPECTED_503 = ['503 REGISTRAR_DISABLED', '503 REGISTRAR_NOT_CONNECTED'];

/** @throws Error that describes the wrong responses to one request */
export function checkExchange(
  environment: FuzzEnvironment,
  { method, target }: WireRequest,
  exchange: Exchange,
): HttpResponse {
  const { responses, rest, timedOut } = exchange;
  const [response] = responses;
  if (timedOut) throw new Error(`the server did not close the connection in time, after ${responses.length} responses`);
  if (!response)
    throw new Error(`the server closed the connection without a complete response: ${JSON.stringify(rest)}`);
  if (responses.length > 1 || rest !== '') throw new Error(`more than one response: ${JSON.stringify(exchange)}`);
  checkResponse(environment, { method, path: target }, response);
  return response;
}

/** @throws Error that describes how the response differs from the documents */
export function checkResponse(
  { checks }: FuzzEnvironment,
  { method, path }: { method: string; path: string },
  response: HttpResponse,
): void {
  const outcome = outcomeOf(response);
  // A response to HEAD has no code.
  const isExpected = method === 'HEAD' ? path.startsWith('/api/v1/registrar/') : EXPECTED_503.includes(outcome);
  if (response.status >= 500 && !isExpected) throw new Error(`${method} ${path.slice(0, 200)} → ${outcome}`);
  if (path.startsWith('/api/')) checks.api.check({ method, path }, response);
  else if (path.startsWith(PORTAL) && path !== PORTAL_DOCUMENT) checks.portal.check({ method, path }, response);
  else if (response.status >= 400) checks.api.check({ method, path: '/' }, response);
}

/** @throws Error if one of the first `good` requests got no response, or another response has no envelope */
export function checkConnection(
  environment: FuzzEnvironment,
  { responses, rest, timedOut }: Exchange,
  good: number,
): HttpResponse[] {
  if (timedOut) throw new Error(`the server did not close the connection in time, after ${responses.length} responses`);
  if (rest !== '') throw new Error(`incomplete response: ${JSON.stringify(rest)}`);
  for (const [index, response] of responses.entries()) {
    if (index < good && response.status !== 200) throw new Error(`a valid request failed: ${response.text}`);
    const isSearch = response.body?.success === true;
    checkResponse(environment, { method: 'POST', path: isSearch ? SEARCH : '/' }, response);
  }
  if (responses.length < good) throw new Error(`${good} valid requests got ${responses.length} responses`);
  return responses;
}
