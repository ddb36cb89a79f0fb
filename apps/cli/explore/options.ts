import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '#platform/http/errors';
import type { ExploreConfig, ExploreOptions } from '#testing';
import { MAX_WORKERS } from '../commands/option-values.js';

/** Options of the command line, which override the options of the configuration. */
export interface ExploreFlags {
  config?: string;
  run?: string;
  shop?: string;
  buy?: string;
  renew?: string;
  webhooks?: string;
  state?: string;
  ignore?: string[];
  minutes?: number;
  workers?: number;
  only?: string;
  replay?: string;
  save?: string;
  report?: string;
  json?: boolean;
}

export const CONFIG = 'nameyard.explore.mjs';

interface Rule {
  description: string;
  accepts(value: unknown): boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const isFunction = (value: unknown) => typeof value === 'function';

const isWorkerCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_WORKERS;

const TEXT: Rule = { description: 'a string', accepts: isText };
const STEP: Rule = { description: 'a string or a function', accepts: value => isText(value) || isFunction(value) };
const NUMBER: Rule = {
  description: 'a number above 0',
  accepts: value => typeof value === 'number' && value > 0,
};

/** Accepted values of each option of a configuration. */
const ACCEPTED: Record<keyof ExploreConfig, Rule> = {
  buy: STEP,
  renew: STEP,
  state: STEP,
  ignore: { description: 'an array of strings', accepts: value => Array.isArray(value) && value.every(isText) },
  shop: TEXT,
  run: TEXT,
  webhooks: TEXT,
  minutes: NUMBER,
  workers: { description: `an integer from 1 to ${MAX_WORKERS}`, accepts: isWorkerCount },
  replay: TEXT,
  singles: { description: 'true or false', accepts: value => typeof value === 'boolean' },
  onProgress: { description: 'a function', accepts: isFunction },
  signal: { description: 'an AbortSignal', accepts: value => value instanceof AbortSignal },
};

/**
 * Reads the options of an exploration from the configuration and the command line.
 * @throws UsageError
 */
export async function readOptions(flags: ExploreFlags): Promise<ExploreOptions> {
  const { config, only, save: _, report: __, json: ___, ...options } = flags;
  const merged = { ...(await readConfig(config)), ...options, ...(only !== undefined && { replay: only }) };
  const { buy, run, shop } = merged;
  if (buy === undefined)
    throw new UsageError(
      `Say how a customer buys a domain with --buy or in ${CONFIG}, which \`explore --init\` writes.`,
    );
  if (run === undefined && shop === undefined)
    throw new UsageError('Say how the shop is started with --run, or where it runs with --shop.');
  return { ...merged, buy };
}

/** Path of the configuration, if there is one. */
export function configOf(path: string | undefined): string | undefined {
  const file = resolve(path ?? CONFIG);
  if (existsSync(file)) return file;
  if (path === undefined) return undefined;
  throw new UsageError(`${path} does not exist; \`explore --init --config ${path}\` writes it.`);
}

async function readConfig(path: string | undefined): Promise<Partial<ExploreConfig>> {
  const file = configOf(path);
  if (file === undefined) return {};
  const { default: config } = await load(file);
  if (typeof config !== 'object' || config === null)
    throw new UsageError(`${file} must export the options: \`export default { buy: '…' };\`.`);
  for (const [name, value] of Object.entries(config)) checkOption(file, name, value);
  return config as Partial<ExploreConfig>;
}

async function load(file: string): Promise<{ default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { default?: unknown };
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

function checkOption(file: string, name: string, value: unknown): void {
  if (!Object.hasOwn(ACCEPTED, name))
    throw new UsageError(`${file} has the unknown option ${name}; there are ${Object.keys(ACCEPTED).join(', ')}.`);
  if (value === undefined || ACCEPTED[name as keyof ExploreConfig].accepts(value)) return;
  throw new UsageError(`${file}: ${name} must be ${ACCEPTED[name as keyof ExploreConfig].description}.`);
}
