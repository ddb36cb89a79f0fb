import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { VERSION } from '#platform/process/config';

/** Modules are loaded only for the command that runs, because most of them load the whole service. */
interface CommandGroup {
  description: string;
  load(): Promise<{ define(command: Command): void }>;
}

const COMMANDS: Record<string, CommandGroup> = {
  start: {
    description: 'start everything in one process, with an embedded PostgreSQL unless DATABASE_URL is set',
    load: () => import('./start/start.js'),
  },
  migrate: {
    description: 'upgrade the database schema; creates the first tenant, key and operator in a new database',
    load: () => import('./commands/migrate.js'),
  },
  doctor: {
    description: 'check a running installation, and say what to do',
    load: () => import('./commands/doctor.js'),
  },
  backup: {
    description: 'write the database and the encryption key into one encrypted file',
    load: () => import('./commands/backup.js'),
  },
  restore: {
    description: 'restore a backup into an empty database',
    load: () => import('./commands/restore.js'),
  },
  'encryption-key': {
    description: 'rotate the encryption key',
    load: () => import('./commands/encryption-key.js'),
  },
  tenants: {
    description: 'create, list, change, export, import and remove tenants',
    load: () => import('./commands/tenants.js'),
  },
  storefront: {
    description: "manage a tenant's storefront",
    load: () => import('./commands/storefront/storefront.js'),
  },
  facades: {
    description: 'show how the official clients of other providers use the sandbox of a tenant',
    load: () => import('./commands/facades.js'),
  },
  clock: { description: "show and change a tenant's clock", load: () => import('./commands/clock.js') },
  worlds: {
    description: 'create, list and end worlds, the temporary tenants of a tenant',
    load: () => import('./commands/worlds.js'),
  },
  faults: { description: "make a tenant's requests fail on purpose", load: () => import('./commands/faults.js') },
  registry: {
    description:
      "show and change a tenant's registry, decide its pending orders, verify contacts, and transfer domains out",
    load: () => import('./commands/registry.js'),
  },
  scenario: {
    description: 'list and play the scenarios of /docs/scenarios',
    load: () => import('./commands/scenario.js'),
  },
  explore: {
    description:
      'find the bugs in a shop: buy while the API fails, and compare what customers were told with what is true',
    load: () => import('./commands/explore.js'),
  },
  certify: {
    description: 'play each single fault against a shop, and write the results into a certificate',
    load: () => import('./commands/certify.js'),
  },
  conform: {
    description: 'play the scenarios against an implementation of the API, and show how it differs from Nameyard',
    load: () => import('./commands/conform.js'),
  },
  order: {
    description:
      'show what happened to an order: requests, payment, registration, events, deliveries, renewals, expiry',
    load: () => import('./commands/order.js'),
  },
  keys: { description: 'create, list, change and revoke API keys', load: () => import('./commands/keys.js') },
  users: { description: 'manage accounts of the portal', load: () => import('./commands/users/users.js') },
  registrar: {
    description: 'switch the live registrar API on or off',
    load: () => import('./commands/registrar.js'),
  },
  webhooks: {
    description: 'manage webhook receivers and deliveries',
    load: () => import('./commands/webhooks/webhooks.js'),
  },
  listen: {
    description: "show a tenant's events as they occur and forward them to a local address",
    load: () => import('./commands/listen.js'),
  },
  trigger: {
    description: 'make an event occur for a new domain, for example domain.expired',
    load: () => import('./commands/trigger.js'),
  },
  open: {
    description: 'open the page of the portal about an order, a domain, an event, a request, a key or a delivery',
    load: () => import('./commands/open.js'),
  },
  completion: {
    description: 'print the completions of commands and options for bash, zsh or fish',
    load: () => import('./commands/completion.js'),
  },
  mcp: {
    description: 'serve the sandbox to AI agents: Model Context Protocol on standard input and output',
    load: () => import('./commands/mcp.js'),
  },
};

/** Runs a command and sets the exit code of the process. */
export async function run(args: string[]): Promise<void> {
  const program = new Command('nameyard')
    .description(
      'Runs Nameyard, the domain registration sandbox, and manages its tenants, clocks, worlds, faults, registries, scenarios, explorations, orders, keys, accounts, webhooks and kill switch.',
    )
    .version(VERSION)
    // Commander writes a suggestion on a second line.
    .configureOutput({ outputError: (text, write) => write(`${text.trimEnd().replaceAll('\n', ' ')}\n`) })
    .addHelpText('after', '\nSettings are environment variables; see /docs/settings.')
    .exitOverride();
  try {
    for (const [name, { description, load }] of Object.entries(COMMANDS)) {
      const command = program.command(name).description(description);
      // The name can be at any position: `help keys` needs the command too. Completions contain all commands.
      if (!args.includes(name) && args[0] !== 'completion') continue;
      const { define } = await load();
      define(command);
    }
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else (await import('./output.js')).reportError(error);
  }
}
