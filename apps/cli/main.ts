import 'reflect-metadata';
import { Command } from 'commander';

/** What a command consists of is loaded only when it is asked for: most of them bring the whole house along. */
interface Listed {
  about: string;
  load(): Promise<{ define(command: Command): void }>;
}

const COMMANDS: Record<string, Listed> = {
  start: {
    about: 'run everything in one process; without DATABASE_URL with a PostgreSQL of its own in DATA_DIR',
    load: () => import('./commands/start.js'),
  },
  migrate: {
    about: "bring the database up to this version's tables; a new one gets its tenant, key and operator",
    load: () => import('./commands/migrate.js'),
  },
  tenants: { about: 'open tenants and list them', load: () => import('./commands/tenants.js') },
  keys: { about: "make, change and revoke a tenant's API keys", load: () => import('./commands/keys.js') },
  users: { about: 'people who log in at the portal', load: () => import('./commands/users.js') },
  registrar: { about: 'the kill switch of the live registrar API', load: () => import('./commands/registrar.js') },
  webhooks: {
    about: "a tenant's receivers of events, and what was sent to them",
    load: () => import('./commands/webhooks/webhooks.js'),
  },
  listen: {
    about: "follow a tenant's events as they happen, and forward them to an address of this machine",
    load: () => import('./commands/listen.js'),
  },
};

const program = new Command('nameyard')
  .description(
    'Runs Nameyard, the domain registration sandbox, and manages its tenants, keys, people, webhooks and kill switch.',
  )
  .version('1.0.0')
  .showSuggestionAfterError(false)
  .addHelpText('after', '\nSettings are environment variables; see /docs/settings.');

async function run(): Promise<void> {
  try {
    for (const [name, { about, load }] of Object.entries(COMMANDS)) {
      const command = program.command(name).description(about);
      // Wherever it stands, for `help keys` asks for it too.
      if (!process.argv.includes(name, 2)) continue;
      const { define } = await load();
      define(command);
    }
    await program.parseAsync();
  } catch (error) {
    const { complain } = await import('./output.js');
    complain(error);
  }
}

void run();
