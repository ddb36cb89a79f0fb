import { isWellFormed } from '#api-keys';
import { UsageError } from '#platform/errors';

/**
 * The API key of an option.
 * @throws UsageError if there is none, or if it is malformed
 */
export function requireKey(given: string | undefined): string {
  const key = given?.trim();
  if (!key) throw new UsageError('Specify a key with --key or NAMEYARD_API_KEY; `keys create` creates one.');
  if (!isWellFormed(key)) throw new UsageError('Malformed API key; expected ny_sandbox_ followed by 38 characters.');
  return key;
}
