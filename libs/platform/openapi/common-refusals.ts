import type { DocumentedRefusal } from './refusals.js';

/** What the refusals that every route shares depend on. */
interface Route {
  method: string;
  requestBody?: unknown;
  parameters?: readonly object[];
}

const refusal = (status: number, code: string, meaning: string): DocumentedRefusal => ({ status, code, meaning });

const ON_EVERY_ROUTE = [
  refusal(400, 'MALFORMED_REQUEST', 'The request is not valid HTTP/1.1.'),
  refusal(408, 'REQUEST_TIMEOUT', 'The request was not received completely within 15 seconds.'),
  refusal(417, 'EXPECTATION_FAILED', 'The `Expect` header has another value than `100-continue`.'),
  refusal(431, 'HEADERS_TOO_LARGE', 'The request headers are larger than 16 KiB.'),
  refusal(500, 'INTERNAL_ERROR', 'The service failed. Report the `X-Request-Id` to its operator.'),
];

const WITH_READ_BODY = [
  refusal(400, 'MALFORMED_JSON', 'The request body is not valid JSON in UTF-8.'),
  refusal(413, 'PAYLOAD_TOO_LARGE', 'The request body is larger than 64 KiB.'),
  refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request body is not declared as `application/json` in UTF-8.'),
];

const WITH_PATH_PARAMETER = [
  refusal(404, 'NOT_FOUND', 'A path parameter is not valid UTF-8, is too long, or contains control characters.'),
];

const WITH_FIELDS = [
  refusal(422, 'VALIDATION_FAILED', 'One or more fields are not valid. `error.details` lists all of them.'),
];

/** Refusals that follow from a route's method, body and parameters. */
export function commonRefusals({ method, requestBody, parameters = [] }: Route): DocumentedRefusal[] {
  const has = (place: string) => parameters.some(parameter => 'in' in parameter && parameter.in === place);
  return [
    ...ON_EVERY_ROUTE,
    ...(method === 'get' ? [] : WITH_READ_BODY),
    ...(has('path') ? WITH_PATH_PARAMETER : []),
    ...(requestBody || has('query') ? WITH_FIELDS : []),
  ];
}
