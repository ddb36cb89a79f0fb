#!/usr/bin/env node
import 'reflect-metadata';
import { Command } from 'commander';
import { addKeys } from './commands/keys.js';
import { addListen } from './commands/listen.js';
import { addMigrate } from './commands/migrate.js';
import { addRegistrar } from './commands/registrar.js';
import { addStart } from './commands/start.js';
import { addTenants } from './commands/tenants.js';
import { addUsers } from './commands/users.js';
import { addWebhooks } from './commands/webhooks/webhooks.js';
import { complain } from './output.js';

const program = new Command('nameyard')
  .description(
    'Runs Nameyard, the domain registration sandbox, and manages its tenants, keys, people, webhooks and kill switch.',
  )
  .version('1.0.0')
  .showSuggestionAfterError(false)
  .addHelpText('after', '\nSettings are environment variables; the README lists them.');

addStart(program);
addMigrate(program);
addTenants(program);
addKeys(program);
addUsers(program);
addRegistrar(program);
addWebhooks(program);
addListen(program);

try {
  await program.parseAsync();
} catch (error) {
  complain(error);
}
