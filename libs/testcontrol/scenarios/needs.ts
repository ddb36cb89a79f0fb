import type { Scenario, ScenarioCall } from '../contract.js';
import { CONTROL } from './catalogue/calls.js';

/** Requirements of scenarios on an implementation, derived from their calls. */

/**
 * Whether a scenario changes nothing, or only places orders that are never paid. A call is unsafe if it changes something in an
 * implementation that accepts it by mistake.
 */
export const isSafe = ({ given, request }: Scenario): boolean => [...given, request].every(isSafeCall);

const isSafeCall = (call: ScenarioCall): boolean =>
  call.method === 'GET' || call.path === `${CONTROL}/verify` || !(call.path.startsWith(CONTROL) || pays(call));

/** Whether a call pays an order of the run. Other payments are for orders that do not exist, or are declined. */
function pays({ path, body }: ScenarioCall): boolean {
  const { order_id: order, payment } = (body ?? {}) as { order_id?: string; payment?: { method?: string } };
  return path.endsWith('/checkout') && order?.includes('{{given.') === true && payment?.method !== 'test_declined';
}

/** Paths of the test control resources that a scenario needs. GET requests to them tell whether an implementation has them. */
export const controlResourcesOf = ({ given, request }: Scenario): string[] => [
  ...new Set([...given, request].flatMap(resourcesOf)),
];

function resourcesOf({ path, headers }: ScenarioCall): string[] {
  const [, name] = /\/control\/(\w+)/.exec(path) ?? [];
  const names = [...(name === undefined ? [] : [name]), ...(headers?.['Sandbox-Fault'] ? ['faults'] : [])];
  // `verify` reads the journal, and has no GET.
  return names.map(resource => `${CONTROL}/${resource === 'verify' ? 'requests' : resource}`);
}
