import { CheckedBy, Field } from '#platform/contract';
import { problemOfDuration } from '../model/duration.js';

/** A length of time, for example `P30D`. */
export const DurationField = (options: { optional?: boolean }) =>
  Field({ ...options, type: String, format: 'duration' }, CheckedBy(problemOfDuration));
