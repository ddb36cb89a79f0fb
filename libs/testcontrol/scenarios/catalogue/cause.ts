import type { ScenarioCall } from '../../contract.js';
import { idempotent, UNIQUE, withHeaders } from './calls.js';

/** A request that leads to an error without a fault. */
export interface Cause {
  code: string;
  /** Distinguishes several causes of the same error. */
  variant?: string;
  given?: ScenarioCall[];
  request: ScenarioCall;
  /** Types of the expected events; undefined if events are not checked. */
  events?: string[];
}

export interface Operation {
  /** A request with valid fields. */
  call: ScenarioCall;
  /** A body that is too large, for an operation with a higher body limit than usual. */
  longBody?: string;
  /** Causes besides those of `commonCauses`. */
  causes: Cause[];
}

/** All causes of the errors of an operation. */
export const causesOf = (operation: Operation): Cause[] => [...commonCauses(operation), ...operation.causes];

const UNKNOWN_KEY = `Bearer ny_sandbox_${'0'.repeat(38)}`;

/** More than 16 KiB. */
const LONG_HEADER = '{{x.17408}}';

/** More than 64 KiB. */
const LONG_BODY = '{{x.66560}}';

/** Causes that every operation has. */
function commonCauses({ call, longBody = LONG_BODY }: Operation): Cause[] {
  const causes: Cause[] = [
    { code: 'API_KEY_REQUIRED', request: withHeaders(call, { Authorization: null }) },
    { code: 'API_KEY_INVALID', request: withHeaders(call, { Authorization: UNKNOWN_KEY }) },
    { code: 'TENANT_REQUIRED', request: withHeaders(call, { 'X-Tenant': null }) },
    { code: 'NOT_ACCEPTABLE', request: withHeaders(call, { Accept: 'text/html' }) },
    { code: 'HEADERS_TOO_LARGE', request: withHeaders(call, { 'X-Filler': LONG_HEADER }) },
  ];
  if (call.method === 'GET') return causes;
  return [
    ...causes,
    { code: 'MALFORMED_JSON', request: { ...call, body: '{' } },
    { code: 'PAYLOAD_TOO_LARGE', request: { ...call, body: longBody } },
    {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      request: withHeaders({ ...call, body: UNIQUE }, { 'Content-Type': 'text/plain' }),
    },
  ];
}

/** Causes of every operation with a domain. */
export const domainCauses = (callWith: (domain: string) => ScenarioCall): Cause[] => [
  { code: 'INVALID_DOMAIN', request: callWith(`-${UNIQUE}.com`) },
  { code: 'unsupported_tld', request: callWith(`${UNIQUE}.invalid`) },
];

/** A second request with the idempotency key of the first one. */
export const reusedKey = (first: ScenarioCall, second: ScenarioCall, given: ScenarioCall[] = []): Cause => ({
  code: 'IDEMPOTENCY_KEY_REUSED',
  given: [...given, idempotent(first)],
  request: idempotent(second),
});
