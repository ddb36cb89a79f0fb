import type { Refusal } from '#platform/http/errors';
import { errorResponse } from '#platform/http';
import { clientSnippet, curlSnippet } from '#snippets/model';
import { faultHeaderOf, type PaymentFault } from './payment-faults.js';

/** An API call that a developer's own shop would make at a step. Developers see it in the drawer of the page. */
export interface ApiCall {
  /** Last part of the path below `/api/v1/sandbox/domains/`. */
  name: 'search' | 'check' | 'order' | 'renew' | 'checkout';
  body: object;
  fault?: PaymentFault | undefined;
  /** Undefined before the step. */
  response?: { status: number; body: object };
}

/** The response of the API to a success. */
export const success = (data: object, source: string, status = 200): ApiCall['response'] => ({
  status,
  body: { success: true, data, error: null, meta: { source, environment: 'sandbox' } },
});

/** The response of the API to a refusal. */
export function failure(refusal: Refusal): ApiCall['response'] {
  const { status, body } = errorResponse(refusal);
  return { status, body };
}

/** The call as a shell command, with the address and the key in variables, so that no page contains a key. */
export const curlOf = ({ name, body, fault }: ApiCall, tenant: string): string =>
  curlSnippet({
    url: `$NAMEYARD_URL/sandbox/domains/${name}`,
    tenant,
    body,
    headers: fault && { 'Sandbox-Fault': faultHeaderOf(fault) },
  });

/** The call with `@nameyard/client`. */
export const clientCodeOf = ({ name: operation, body, fault }: ApiCall, tenant: string): string =>
  clientSnippet(
    { operation, tenant, body, fault: fault && { code: fault.code, phase: fault.phase } },
    "process.env['NAMEYARD_URL']!",
  );
