import type { Refusal } from '#platform/errors';
import { answerTo } from '#platform/http';

/** A call that the developer's server makes at a step, for the developers' drawer. */
export interface ApiCall {
  /** Last part of the path below `/api/v1/sandbox/domains/`. */
  name: 'search' | 'order' | 'renew' | 'checkout';
  body: object;
  /** Value of `Sandbox-Fault`, if the call has a fault. */
  fault?: string;
  /** Undefined if the step is still to come. */
  response?: { status: number; body: object };
}

/** The response of the API to a success. */
export const success = (data: object, source: string, status = 200): ApiCall['response'] => ({
  status,
  body: { success: true, data, error: null, meta: { source, environment: 'sandbox' } },
});

/** The response of the API to a refusal. */
export function failure(refusal: Refusal): ApiCall['response'] {
  const { status, body } = answerTo(refusal);
  return { status, body };
}

const pathOf = ({ name }: ApiCall) => `/api/v1/sandbox/domains/${name}`;

/** The call as a shell command. It reads the address and the key from variables, so that no page contains a key. */
export function curlOf(call: ApiCall, tenant: string): string {
  const body = JSON.stringify(call.body).replaceAll("'", `'\\''`);
  return [
    `curl -sS "$NAMEYARD_URL${pathOf(call)}"`,
    `-H "Authorization: Bearer $NAMEYARD_KEY"`,
    `-H 'X-Tenant: ${tenant}'`,
    `-H 'Content-Type: application/json'`,
    ...(call.fault ? [`-H 'Sandbox-Fault: ${call.fault}'`] : []),
    `-d '${body}'`,
  ].join(' \\\n  ');
}

/** The call as JavaScript. */
export const scriptOf = (call: ApiCall, tenant: string): string =>
  `const response = await fetch(\`\${process.env.NAMEYARD_URL}${pathOf(call)}\`, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.NAMEYARD_KEY}\`,
    'X-Tenant': '${tenant}',
    'Content-Type': 'application/json',${call.fault ? `\n    'Sandbox-Fault': '${call.fault}',` : ''}
  },
  body: JSON.stringify(${JSON.stringify(call.body, null, 2).replaceAll('\n', '\n  ')}),
});
const { success, data, error } = await response.json();
`;
