import type { Command } from 'commander';
import { People } from '#identity';
import { addCommand, type CommonOptions, type Context, type Definition } from '../add-command.js';

type Account = Awaited<ReturnType<People['find']>>;

type AccountDefinition<Options, Result> = Omit<Definition<Options, Result, Context & { account: Account }>, 'argument'>;

/** Adds a command about one account, whose ID or email address is the argument. */
export const addAccountCommand = <Options extends CommonOptions, Result>(
  parent: Command,
  name: string,
  { run, ...definition }: AccountDefinition<Options, Result> & { description: string },
): Command =>
  addCommand<Options, Result>(parent, name, {
    ...definition,
    argument: ['<id>', 'account ID or email address'],
    run: async (context, options) =>
      run({ ...context, account: await context.services.get(People).find(context.argument) }, options),
  });
