import { type Command, InvalidArgumentError, Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { problemOfTarget } from '#platform/model';
import { EVENT_TYPES } from '#webhooks';
import type { ListenOptions } from '../listen/listen.js';
import { jsonOption } from './add-command.js';
import { parseList, parseService, parseSlug } from './option-values.js';
import { keyOption, requireKey } from './require-key.js';
import { serviceOf, serviceOption } from './service-option.js';

const OPTIONS = [
  keyOption('sandbox key with the permission sandbox.events'),
  new Option('--tenant <slug>', 'tenant of the key (default: DEFAULT_TENANT)').argParser(parseSlug),
  serviceOption(),
  // The former name of --url.
  new Option('--api <url>').argParser(parseService).hideHelp(),
  new Option('--forward-to <url>', 'URL to forward events to, for example http://localhost:4000/hook').argParser(
    parseTarget,
  ),
  new Option('--secret <secret>', 'secret that signs forwarded events (default: generated once per tenant)').argParser(
    parseSecret,
  ),
  new Option('--new-secret', 'replace the generated secret').conflicts('secret'),
  new Option('--events <list>', `comma-separated (${EVENT_TYPES.join(', ')}); default: all`).argParser(parseEvents),
  jsonOption('print one JSON object per line'),
];

export function define(command: Command): void {
  for (const option of OPTIONS) command.addOption(option);
  command.action(async ({ url, api, ...flags }: Partial<ListenOptions> & { url?: string }) => {
    const { defaultTenant } = readSettings(process.env);
    const key = requireKey(flags.key);
    const { listen } = await import('../listen/listen.js');
    const defaults = { tenant: defaultTenant, events: [...EVENT_TYPES] };
    await listen({ ...defaults, ...flags, api: `${await serviceOf(api ?? url)}/api/v1`, key });
  });
}

function parseTarget(text: string): string {
  const problem = problemOfTarget(text, { allowPrivate: true });
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text.trim();
}

function parseSecret(text: string): string {
  const bytes = Buffer.from(text.slice('whsec_'.length), 'base64').length;
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(text) && bytes >= 24 && bytes <= 64) return text;
  throw new InvalidArgumentError('It must be whsec_ followed by 24 to 64 bytes in base64.');
}

function parseEvents(text: string): string[] {
  const types = parseList(text);
  const unknown = types.find(type => !EVENT_TYPES.includes(type));
  if (unknown === undefined && types.length > 0) return types;
  throw new InvalidArgumentError(`It must be a list of event types: ${EVENT_TYPES.join(', ')}.`);
}
