import { ERROR_CLASSES } from '#client';
import { docsOf, specOf, STATUSES } from '#platform/http/errors';
import { retryOf, scenarioIdsOf } from '../docs/site/generated/errors.js';
import { play, scenarios, summaryOf, Unreachable } from '#testcontrol';

/** All error codes of the API. */
const ERROR_CODES = Object.keys(ERROR_CLASSES);

/** Describes an error code (case-insensitive) like `/docs/errors`; undefined for unknown codes. */
function explain(text: string) {
  const code = ERROR_CODES.find(code => code.toLowerCase() === text.toLowerCase());
  const spec = code && specOf(code);
  if (!spec) return undefined;
  return {
    code,
    status: STATUSES[spec.family],
    meaning: spec.description,
    ...(spec.advice && { advice: spec.advice }),
    retry: retryOf(spec),
    reproduce: spec.reproduce,
    scenarios: scenarioIdsOf(spec.code),
    docs: docsOf(code),
  };
}

/** Error codes and scenarios. Loaded on demand by `load-api-knowledge.ts`. */
export const apiKnowledge = { ERROR_CODES, explain, play, scenarios, summaryOf, Unreachable };
