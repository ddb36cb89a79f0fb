import { Field, CheckedBy } from '#platform/contract';
import { problemOfDuration } from '../model/duration.js';

/** A length of time, for example `P30D`. */
export const DurationField = (options: { description: string; example: string; optional?: boolean }) =>
  Field({ ...options, type: String, format: 'duration' }, CheckedBy(problemOfDuration));
