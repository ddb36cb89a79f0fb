import { Field } from '#platform/contract';
import { problemOfDuration } from '../model/duration.js';

/** A length of time, for example `P30D`. */
export const DurationField = (options: { description: string; example: string; optional?: boolean }) => {
  const { optional, ...schema } = options;
  return Field({ optional, problem: problemOfDuration, schema: { ...schema, type: String, format: 'duration' } });
};
