import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, CommanderError, Option } from 'commander';
import { type Settings, SETTINGS } from '#platform/process/config';
import type { Actor } from '#platform/security/audit';
import { Tenants, type Tenant } from '#tenancy';
import { print } from '../output.js';

export interface CommonOptions {
  json?: boolean;
}

export interface TenantOptions extends CommonOptions {
  tenant: string;
}

export interface Context {
  services: INestApplicationContext;
  actor: Actor;
  /** The argument of the command, if it has one. */
  argument: string;
}

export interface Definition<Options, Result, RunContext = Context> {
  argument?: [name: string, description: string];
  options?: Option[];
  run(context: RunContext, options: Options): Promise<Result>;
  /** Formats the result for people; with `--json` it is printed as JSON. */
  format(result: Result, options: Options): string;
}

/** Adds a command that prints one result. The services with the database are loaded when the command runs. */
export const addCommand = <Options extends CommonOptions, Result>(
  parent: Command,
  name: string,
  { description, ...definition }: Definition<Options, Result> & { description: string },
): Command => defineCommand(parent.command(name).description(description), definition);

/** Adds arguments, options and an action to a command. */
function defineCommand<Options extends CommonOptions, Result>(
  command: Command,
  { argument, options = [], run, format }: Definition<Options, Result>,
): Command {
  if (argument) command.argument(...argument);
  for (const option of [...options, jsonOption()]) command.addOption(option);
  return command.action(async () => {
    const flags = command.opts<Options>();
    const [value = ''] = command.args;
    const { withServices } = await import('../services.js');
    const result = await withServices(services => run({ services, actor: currentUser(), argument: value }, flags));
    print(result, flags, shown => format(shown, flags));
  });
}

export const addTenantCommand = <Options extends TenantOptions, Result>(
  parent: Command,
  name: string,
  { description, ...definition }: TenantDefinition<Options, Result> & { description: string },
): Command => addCommand<Options, Result>(parent, name, { description, ...forTenant(definition) });

/** Like `defineCommand`, for a command about one tenant. Its option `--tenant` is optional. */
export const defineTenantCommand = <Options extends Partial<TenantOptions>, Result>(
  command: Command,
  definition: TenantDefinition<Options, Result>,
): Command =>
  defineCommand<Options, Result>(
    command,
    forTenant(definition, new Option('--tenant <slug>', 'slug of the tenant (default: DEFAULT_TENANT)')),
  );

type TenantDefinition<Options, Result> = Definition<Options, Result, Context & { tenant: Tenant }>;

const forTenant = <Options extends Partial<TenantOptions>, Result>(
  { options = [], run, ...definition }: TenantDefinition<Options, Result>,
  tenantOption = required('--tenant <slug>', 'slug of the tenant'),
): Definition<Options, Result> => ({
  ...definition,
  options: [tenantOption, ...options],
  async run(context, flags) {
    const slug = flags.tenant ?? context.services.get<Settings>(SETTINGS).defaultTenant;
    return run({ ...context, tenant: await context.services.get(Tenants).getBySlug(slug) }, flags);
  },
});

export const required = (flags: string, description: string) => new Option(flags, description).makeOptionMandatory();

export const jsonOption = (description = 'print the result as one JSON value') => new Option('--json', description);

/** Exit code of a command that could not run, if its exit code 1 means that it ran and found problems. */
export const COULD_NOT_RUN = 2;

/** Callback for `exitOverride`: changes failing exit codes to `COULD_NOT_RUN`. `--help` keeps 0. */
export function exitAsCouldNotRun({ exitCode, code, message }: CommanderError): never {
  throw new CommanderError(exitCode && COULD_NOT_RUN, code, message);
}

/** The actor for the audit log. */
export const currentUser = (): Actor => ({ id: null, name: `cli:${userName()}`, address: null });

/** Containers can run as a user that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
