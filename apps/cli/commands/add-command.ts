import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import type { Actor } from '#platform/audit';
import type { Tenant } from '#tenancy';
import { print } from '../output.js';
import type { UseCases } from '../use-cases.js';

export interface CommonOptions {
  json?: boolean;
}

export interface TenantOptions extends CommonOptions {
  tenant: string;
}

interface Context {
  services: UseCases;
  actor: Actor;
  /** The argument of the command, if it has one. */
  argument: string;
}

interface Definition<Options, Result, RunContext = Context> {
  description: string;
  argument?: [name: string, description: string];
  options?: Option[];
  run(context: RunContext, options: Options): Promise<Result>;
  /** Formats the result for people; with `--json` it is printed as JSON. */
  format(result: Result, options: Options): string;
}

/** Adds a command that uses the services on the database and prints one result. They are loaded when it runs. */
export function addCommand<Options extends CommonOptions, Result>(
  parent: Command,
  name: string,
  { description, argument, options = [], run, format }: Definition<Options, Result>,
): Command {
  const command = parent.command(name).description(description);
  if (argument) command.argument(...argument);
  for (const option of [...options, jsonOption()]) command.addOption(option);
  return command.action(async () => {
    const given = command.opts<Options>();
    const [value = ''] = command.args;
    const { withUseCases } = await import('../use-cases.js');
    const result = await withUseCases(services => run({ services, actor: currentUser(), argument: value }, given));
    print(result, given, shown => format(shown, given));
  });
}

/** Adds a command about one tenant. */
export const addTenantCommand = <Options extends TenantOptions, Result>(
  parent: Command,
  name: string,
  { options = [], run, ...definition }: Definition<Options, Result, Context & { tenant: Tenant }>,
): Command =>
  addCommand<Options, Result>(parent, name, {
    ...definition,
    options: [required('--tenant <slug>', 'slug of the tenant'), ...options],
    run: async (context, given) =>
      run({ ...context, tenant: await context.services.findTenants.getBySlug(given.tenant) }, given),
  });

export const required = (flags: string, description: string) => new Option(flags, description).makeOptionMandatory();

export const jsonOption = (description = 'print the result as one JSON value') => new Option('--json', description);

/** The actor for the audit log. */
const currentUser = (): Actor => ({ id: null, name: `cli:${userInfo().username}`, address: null });
