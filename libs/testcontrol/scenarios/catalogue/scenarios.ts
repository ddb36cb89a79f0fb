import type { Scenario } from '../../contract.js';
import { errorScenarios } from './errors.js';
import { faultScenarios } from './faults.js';
import { searchScenarios } from './searches.js';
import { successScenarios } from './successes.js';

let all: readonly Scenario[] | undefined;

/** All scenarios, grouped by operation: successes, errors, then faults. */
export function scenarios(): readonly Scenario[] {
  if (all) return all;
  const rows = [...searchScenarios(), ...successScenarios(), ...errorScenarios(), ...faultScenarios()];
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  return (all = operations.flatMap(name => rows.filter(({ operation }) => operation === name)));
}
