import { Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { parseService } from './option-values.js';

/** The option `--url`, for commands that call the API. */
export const serviceOption = (): Option =>
  new Option('--url <url>', 'address of the service (default: the running one)')
    .env('NAMEYARD_URL')
    .argParser(parseService);

/** The address of `--url`, else that of the running service. */
export async function serviceOf(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const { findService } = await import('../find-service.js');
  return findService(readSettings(process.env));
}
