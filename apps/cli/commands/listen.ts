import { type Command, InvalidArgumentError, Option } from 'commander';
import { readSettings } from '#platform/config';
import { UsageError } from '#platform/errors';
import { problemOfTarget } from '#platform/model';
import { isWellFormed } from '#api-keys';
import { EVENT_TYPES } from '#webhooks';
import { listen } from '../listen/listen.js';
import { words } from './arguments.js';

interface Given {
  key?: string;
  tenant?: string;
  api?: string;
  forwardTo?: string;
  secret?: string;
  events?: string[];
  json?: boolean;
}

export function define(command: Command): void {
  command
    .addOption(new Option('--key <key>', 'a sandbox key that may follow events').env('NAMEYARD_API_KEY'))
    .option('--tenant <slug>', 'whose events (default: DEFAULT_TENANT)')
    .addOption(new Option('--api <url>', 'base URL of the API (default: http://127.0.0.1:PORT/api/v1)').argParser(api))
    .addOption(
      new Option('--forward-to <url>', 'where they go, such as http://localhost:4000/hook').argParser(forwardTo),
    )
    .addOption(new Option('--secret <secret>', 'signs what is forwarded (default: one is made)').argParser(secret))
    .addOption(
      new Option('--events <list>', `comma-separated (${EVENT_TYPES.join(', ')}); default: all`).argParser(events),
    )
    .option('--json', 'print one JSON object a line and nothing else')
    .action((given: Given) => {
      const { port, defaultTenant } = readSettings(process.env);
      const key = given.key?.trim();
      if (!key) throw new UsageError('Say which key to use: --key or NAMEYARD_API_KEY; `keys create` makes one.');
      if (!isWellFormed(key))
        throw new UsageError('This is no API key; one looks like ny_sandbox_ and 38 more characters.');
      const usual = { tenant: defaultTenant, api: `http://127.0.0.1:${port}/api/v1`, events: [...EVENT_TYPES] };
      return listen({ ...usual, ...given, key });
    });
}

function api(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('It takes a base URL such as https://sandbox.example/api/v1.');
}

function forwardTo(text: string): string {
  const problem = problemOfTarget(text, { allowPrivate: true });
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text.trim();
}

function secret(text: string): string {
  const bytes = Buffer.from(text.slice('whsec_'.length), 'base64').length;
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(text) && bytes >= 24 && bytes <= 64) return text;
  throw new InvalidArgumentError('It takes whsec_ and 24 to 64 bytes in base64.');
}

function events(text: string): string[] {
  const chosen = words(text);
  const unknown = chosen.find(type => !EVENT_TYPES.includes(type));
  if (unknown === undefined && chosen.length > 0) return chosen;
  throw new InvalidArgumentError(`It takes some of ${EVENT_TYPES.join(', ')}.`);
}
