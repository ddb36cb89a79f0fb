import { Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { parseService } from './option-values.js';

/** The option `--url`, for commands that call the API. */
export const serviceOption = (): Option =>
  new Option('--url <url>', 'address of the service (default: the running one)')
    .env('NAMEYARD_URL')
    .argParser(parseService);

/** Returns the address of `--url`, else the address of the running service. */
export async function serviceOf(url: string | undefined): Promise<string> {
  if (url !== undefined) return url;
  const { findService } = await import('../find-service.js');
  return findService(readSettings(process.env));
}
