import { type Command, Option } from 'commander';
import { UsageError } from '#platform/errors';
import type { Scope } from '#access';
import { ChangeKey, FindKeys, IssueKey, RevokeKey } from '#api-keys';
import type { KeyView } from '#api-keys/contract';
import { commandLine } from '../actor.js';
import { print, table } from '../output.js';
import { withServices } from '../services.js';
import { instant, wholeNumber, words } from './arguments.js';
import { json } from './json.js';

interface Terms {
  permissions?: string[];
  limit?: number;
  json?: boolean;
}

interface NewKey extends Terms {
  tenant: string;
  scope: Scope;
  name?: string;
  expires?: Date;
}

export function define(keys: Command): void {
  addCreate(keys);
  addList(keys);
  addSet(keys);
  addRevoke(keys);
}

const permissions = () =>
  new Option('--permissions <list>', 'comma-separated, such as sandbox.search,sandbox.order').argParser(words);
const limit = () => new Option('--limit <number>', 'requests a minute').argParser(wholeNumber);

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('make a key; its value is shown this once')
    .requiredOption('--tenant <slug>', 'whose key it is')
    .addOption(new Option('--scope <scope>', 'what it opens').choices(['sandbox', 'live']).default('sandbox'))
    .addOption(permissions())
    .addOption(limit())
    .option('--name <name>', 'what people call it')
    .addOption(new Option('--expires <date>', 'when it ends: 2027-12-31, or an ISO 8601 instant').argParser(instant))
    .addOption(json())
    .action(async ({ expires, ...order }: NewKey) => {
      const made = await withServices(async services => {
        const { key, value } = await services.get(IssueKey).execute({ ...order, expiresAt: expires }, commandLine());
        const { id, ...view } = services.get(FindKeys).view(key);
        return { id, key: value, ...view };
      });
      print(
        made,
        order,
        ({ id, key }) => `${key}\n\nThis is key ${id}. Store the value now: it cannot be shown again.`,
      );
    });
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description("list a tenant's keys, without their values")
    .requiredOption('--tenant <slug>', 'whose keys')
    .addOption(json())
    .action(async (options: { tenant: string; json?: boolean }) => {
      const views = await withServices(services => services.get(FindKeys).of(options.tenant));
      print(views, options, shown => table(shown.map(row), `Tenant ${options.tenant} has no keys yet.`));
    });
}

function addSet(keys: Command): void {
  keys
    .command('set')
    .description('give a key other permissions or another limit; holds at once')
    .argument('<id>', 'as `keys list` shows it')
    .addOption(permissions())
    .addOption(limit())
    .addOption(json())
    .action(async (id: string, terms: Terms) => {
      if (terms.permissions === undefined && terms.limit === undefined)
        throw new UsageError('Say what to change: --permissions or --limit.');
      const key = await withServices(async services =>
        services.get(FindKeys).view(await services.get(ChangeKey).execute({ id }, terms, commandLine())),
      );
      print(
        key,
        terms,
        shown =>
          `Key ${shown.id} may now ${shown.permissions.join(', ') || 'do nothing'}, ${shown.limit} times a minute.`,
      );
    });
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .description('end a key for good; holds at once')
    .argument('<id>', 'as `keys list` shows it')
    .addOption(json())
    .action(async (id: string, options: { json?: boolean }) => {
      const key = await withServices(async services =>
        services.get(FindKeys).view(await services.get(RevokeKey).execute({ id }, commandLine())),
      );
      print(key, options, shown => `Key ${shown.id} is revoked.`);
    });
}

const row = ({ id, hint, name, status, limit, permissions }: KeyView) => ({
  id,
  key: hint,
  name,
  status,
  limit,
  permissions: permissions.join(','),
});
