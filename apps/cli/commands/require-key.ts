import { Option } from 'commander';
import { isWellFormed } from '#api-keys';
import { UsageError } from '#platform/http/errors';

/** The option `--key`, for commands that call the API. */
export const keyOption = (description: string): Option => new Option('--key <key>', description).env('NAMEYARD_KEY');

/**
 * The API key of `--key`. `NAMEYARD_API_KEY`, the former name of `NAMEYARD_KEY`, still works.
 * @throws UsageError if there is none, or if it is malformed
 */
export function requireKey(option: string | undefined): string {
  const key = readKey(option);
  if (!isWellFormed(key)) throw new UsageError('Malformed API key; expected ny_sandbox_ followed by 38 characters.');
  return key;
}

/** Like `requireKey`, but accepts keys of any form, for other implementations of the API. */
export function readKey(option: string | undefined): string {
  const key = (option ?? process.env['NAMEYARD_API_KEY'])?.trim();
  if (!key) throw new UsageError('Specify a key with --key or NAMEYARD_KEY; `keys create` creates one.');
  if (!/^[!-~]+$/.test(key)) throw new UsageError('Malformed API key; expected visible ASCII characters.');
  return key;
}
