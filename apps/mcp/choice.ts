import { z } from 'zod';

/**
 * An argument that accepts all values of a type of the client. The compiler reports values that are missing here or that the
 * API does not have.
 */
export const choice = <Value extends string>(values: Record<Value, true>) =>
  z.enum(Object.keys(values) as [Value, ...Value[]]);
