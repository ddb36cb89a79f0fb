import type { OpenAPIObject } from '@nestjs/swagger';
import { FAULT_HEADER } from './faults.js';
import { type Operation, operationsOf } from './operations.js';

type Presence = 'always' | 'sometimes';

const header = (type: 'string' | 'integer', description: string, example: string | number) => ({
  description,
  schema: { type, example },
});

const LIMITS = {
  'RateLimit-Policy': header(
    'string',
    'Limit of the API key or access token: `q` requests in a window of `w` seconds.',
    '"default";q=60;w=60',
  ),
  RateLimit: header('string', '`r` requests remain; the window ends in `t` seconds.', '"default";r=59;t=60'),
  'X-RateLimit-Limit': header('integer', 'Maximum number of requests per minute.', 60),
  'X-RateLimit-Remaining': header('integer', 'Remaining requests in the current window.', 59),
  'X-RateLimit-Reset': header('integer', 'End of the current window, in Unix seconds.', 1_763_708_460),
};

const HEADERS: Record<string, object> = {
  'X-Request-Id': header(
    'string',
    'ID of the request: the `X-Request-Id` that was sent if it is valid, otherwise a new one.',
    'req_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  ),
  'Retry-After': header('integer', 'Seconds to wait before the next attempt.', 1),
  'WWW-Authenticate': header(
    'string',
    'Challenge (RFC 9110): `Bearer` for API keys and access tokens (RFC 6750), `Session` for the login to the portal.',
    'Bearer realm="api", error="invalid_token"',
  ),
  'Accept-Encoding': header('string', 'Accepted values of `Content-Encoding`, if that was not accepted.', 'identity'),
  'Idempotency-Replayed': header(
    'string',
    '`true` if this is the first response to the idempotency key again.',
    'true',
  ),
  'Sandbox-Faulted': header(
    'string',
    'The fault that changed the response: `header`, or the ID of the rule.',
    'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  ),
  'Content-Disposition': header(
    'string',
    'Name of the file: tenant, kind of the rows, and date.',
    'attachment; filename="demo-requests-2025-11-21.csv"',
  ),
  'Export-Max-Rows': header(
    'integer',
    'Maximum number of rows of an export. A file with as many rows may be incomplete.',
    1_000_000,
  ),
  ...LIMITS,
};

const OPTIONAL = 'Optional-';

/** Returns references to `components.headers`. Headers that are always sent are required. */
export function headerRefs(headers: Record<string, Presence>): Record<string, { $ref: string }> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, presence]) => [
      name,
      { $ref: `#/components/headers/${presence === 'always' ? name : OPTIONAL + name}` },
    ]),
  );
}

/** Adds headers to each response, by its operation and status, and declares all headers in use. */
export function describeHeaders(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses))
      if (response && !('$ref' in response))
        response.headers = { ...headerRefs(headersOf(operation, status)), ...response.headers };
  document.components = { ...document.components, headers: headersIn(JSON.stringify(document.paths)) };
}

function headersOf({ security = [], parameters = [] }: Operation, status: string): Record<string, Presence> {
  const takesApiKey = security.some(requirement => 'key' in requirement);
  const takesToken = security.some(requirement => 'token' in requirement);
  const takesIdempotencyKey = parameters.some(
    parameter => 'name' in parameter && parameter.name === 'X-Idempotency-Key',
  );
  const takesPathParameter = parameters.some(parameter => 'in' in parameter && parameter.in === 'path');
  const takesFault = parameters.some(parameter => 'name' in parameter && parameter.name === FAULT_HEADER);
  // A request with a session has no limit.
  const limits = takesToken ? 'sometimes' : takesApiKey && limitPresence(status, { takesPathParameter, takesFault });
  return {
    'X-Request-Id': 'always',
    ...(limits && Object.fromEntries(Object.keys(LIMITS).map(name => [name, limits]))),
    ...(status === '415' && { 'Accept-Encoding': 'sometimes' }),
    ...(takesFault && { 'Sandbox-Faulted': 'sometimes' }),
    ...(takesIdempotencyKey && isReplayable(status) && { 'Idempotency-Replayed': 'sometimes' }),
  };
}

/**
 * Responses sent before the API key is checked have no limit headers. Some statuses are sent only before the check, some
 * before or after it. Invalid path parameters are rejected before the check; faults are sent after it.
 */
function limitPresence(
  status: string,
  { takesPathParameter, takesFault }: { takesPathParameter: boolean; takesFault: boolean },
): Presence | undefined {
  if (status === '404' && takesPathParameter) return 'sometimes';
  if (['408', '417', '421', '431'].includes(status)) return takesFault ? 'sometimes' : undefined;
  return ['400', '401', '500', '503'].includes(status) ? 'sometimes' : 'always';
}

const isReplayable = (status: string): boolean => status.startsWith('2') || ['402', '404', '409'].includes(status);

function headersIn(paths: string) {
  const used = new Set([...paths.matchAll(/"#\/components\/headers\/([^"]+)"/g)].map(([, name]) => name!));
  return Object.fromEntries([...used].sort().map(name => [name, declare(name)]));
}

const declare = (name: string) =>
  name.startsWith(OPTIONAL) ? HEADERS[name.slice(OPTIONAL.length)]! : { ...HEADERS[name]!, required: true };
