import type { Scenario, ScenarioCall } from '../contract.js';

/** Calls of the live API that correspond to sandbox calls in the catalogue. */
const LIVE_CALLS = [
  /^POST \/api\/v1\/registrar\/domains\/(search|order|renew|checkout)$/,
  /^GET \/api\/v1\/registrar\/(orders|registrations)(\/[^/?]+)?(\?.*)?$/,
];

/** A domain of a scenario with a word after its unique part, such as `-taken` or `-pending`. */
const DECIDING_WORD = /\{\{unique\}\}-/;

/** Owner fields that only the live API requires. */
const ADDRESS = {
  phone: '+44 20 7946 0958',
  country: 'GB',
  address1: '12 Queen Square',
  city: 'London',
  state: 'Greater London',
  postal_code: 'WC1N 3AR',
};

/**
 * Adapts the calls, owners and payment method of a sandbox scenario to the live API. Returns undefined if the scenario uses
 * features that the live API lacks: other calls, faults, events, or words in domains that decide the result.
 */
export function liveVersionOf(scenario: Scenario): Scenario | undefined {
  const [given, request] = [scenario.given.map(adapt), adapt(scenario.request)];
  const { events, data } = scenario.expect;
  const { rule = 'default' } = (data?.['meta'] ?? {}) as { rule?: string };
  const isKnown = [...given, request].every(
    ({ method, path, headers, body }) =>
      LIVE_CALLS.some(pattern => pattern.test(`${method} ${path}`)) &&
      !headers?.['Sandbox-Fault'] &&
      !DECIDING_WORD.test(path + JSON.stringify(body)),
  );
  return isKnown && !events && rule === 'default' ? { ...scenario, given, request } : undefined;
}

function adapt<Call extends ScenarioCall>(call: Call): Call {
  const path = call.path.replace('/sandbox/', '/registrar/');
  const body = call.body as { owner?: unknown; payment?: { method?: unknown } } | undefined;
  if (isObject(body?.owner)) return { ...call, path, body: { ...body, owner: { ...ADDRESS, ...body.owner } } };
  if (body?.payment?.method === 'test')
    return { ...call, path, body: { ...body, payment: { ...body.payment, method: 'account' } } };
  return { ...call, path };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
