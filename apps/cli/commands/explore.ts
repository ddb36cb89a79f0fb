import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExploreFlags } from '../explore/options.js';
import { exitAsCouldNotRun, jsonOption } from './add-command.js';
import { MAX_WORKERS, parseInteger, parseService } from './option-values.js';

const OPTIONS = [
  new Option('--config <file>', 'configuration (default: nameyard.explore.mjs if it exists)'),
  new Option(
    '--run <command>',
    'command that starts the shop, with NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET and PORT',
  ),
  new Option('--shop <url>', 'address of the shop (default: a free port with --run)').argParser(parseService),
  new Option(
    '--buy <request>',
    "how a customer buys: 'METHOD path body' with {domain}, {years}, {email} and {token}, a token that is the same for each attempt of a purchase; prefix a JSON body with json:",
  ),
  new Option('--renew <request>', 'how a customer renews a domain'),
  new Option('--webhooks <path>', 'path at which the shop receives webhooks'),
  new Option('--state <request>', 'request that returns what the shop knows about a domain, as JSON or text'),
  new Option('--ignore <member...>', 'members of the state that may differ from a purchase without faults'),
  new Option('--minutes <number>', 'maximum duration (default: 2)').argParser(parseMinutes),
  new Option('--workers <number>', 'purchases at the same time (default: 8)').argParser(parseInteger(1, MAX_WORKERS)),
  new Option('--only <plan>', 'the same as --replay').conflicts('replay'),
  new Option('--replay <plan>', "play only this plan, for example 'buy + checkout:reset/after'"),
  new Option('--save <file>', 'write the findings as a test for Vitest or Jest'),
  jsonOption('print the report as JSON'),
];

const HELP = `
Exit codes: 0 nothing was found, 1 findings (certify: or plans that were not played), 2 the shop could not be explored.

The command starts Nameyard with temporary data, unless NAMEYARD_URL, NAMEYARD_TENANT and NAMEYARD_KEY are set. A shop
that already runs must use the tenant of these variables. /docs/find-bugs explains the rest.`;

/** Adds the options of an exploration; `report` is the help text of `--report`. Invalid values end with exit code 2. */
export function addOptions(command: Command, report: string): Command {
  for (const option of [...OPTIONS, new Option('--report <folder>', report)]) command.addOption(option);
  return command.addHelpText('after', HELP).exitOverride(exitAsCouldNotRun);
}

/** Finds the bugs of a shop. */
export function define(command: Command): void {
  addOptions(command, 'write findings.json, junit.xml and report.html into this folder')
    .addOption(
      new Option('--init', 'write a configuration with comments, after asking for the address of the shop').conflicts([
        'only',
        'replay',
        'save',
        'report',
        'json',
      ]),
    )
    .action(async ({ init, ...flags }: ExploreFlags & { init?: boolean }) => {
      const { exploreShop, withErrorExitCode, writeConfig } = await import('../explore/explore-shop.js');
      await withErrorExitCode(() => (init ? writeConfig(flags) : exploreShop(flags)));
    });
}

const MAX_MINUTES = 600;

function parseMinutes(text: string): number {
  if (/^\d{1,3}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= MAX_MINUTES) return Number(text);
  throw new InvalidArgumentError(`It must be a number up to ${MAX_MINUTES}, such as 2 or 0.5.`);
}
