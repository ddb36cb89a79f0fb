import { ERROR_CLASSES } from '#client';
import { docsOf, specOf, STATUSES } from '#platform/http/errors';
import { retryOf } from '../docs/site/generated/errors.js';
import { play, scenarios, summaryOf, Unreachable } from '#testcontrol';

/** All error codes of the API. */
const ERROR_CODES = Object.keys(ERROR_CLASSES);

/** An error code as `/docs/errors` describes it, in any case; undefined if the API does not have it. */
function explain(given: string) {
  const code = ERROR_CODES.find(code => code.toLowerCase() === given.toLowerCase());
  const spec = code && specOf(code);
  if (!spec) return undefined;
  const ids = scenarios().flatMap(({ id, expect }) => (expect.code === code ? [id] : []));
  return {
    code,
    status: STATUSES[spec.family],
    meaning: spec.description,
    ...(spec.advice && { advice: spec.advice }),
    retry: retryOf(spec),
    reproduce: spec.reproduce,
    scenarios: ids.slice(0, MAX_SCENARIOS),
    docs: docsOf(code),
  };
}

const MAX_SCENARIOS = 4;

export const catalogue = { ERROR_CODES, explain, play, scenarios, summaryOf, Unreachable };
