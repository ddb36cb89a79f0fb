import { type Command, Option } from 'commander';
import { People, type Role, ROLES, ViewPeople } from '#accounts';
import type { PersonView } from '#accounts/contract';
import { commandLine } from '../actor.js';
import { print, table } from '../output.js';
import { withServices } from '../services.js';
import { json } from './json.js';
import { words } from './arguments.js';

interface Options {
  json?: boolean;
}

export function define(users: Command): void {
  addCreate(users);
  addList(users);
  addResetPassword(users);
  for (const verb of ['disable', 'enable'] as const) addDisable(users, verb);
}

function addCreate(users: Command): void {
  users
    .command('create')
    .description('give somebody an account; its password is shown this once')
    .requiredOption('--email <address>', 'how they log in')
    .addOption(
      new Option('--role <role>', 'operators see and change everything, developers their own tenants')
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--tenant <slugs>', "a developer's, with commas between several").argParser(words))
    .addOption(json())
    .action(async ({ email, role, tenant, ...options }: Options & { email: string; role: Role; tenant?: string[] }) => {
      const made = await withServices(async services => {
        const { account, password } = await services.get(People).open({ email, role, tenants: tenant }, commandLine());
        const { id, ...view } = await services.get(ViewPeople).view(account);
        return { id, password, ...view };
      });
      print(made, options, shown => `${passwordOf(shown)}\nThis is account ${shown.id}.`);
    });
}

function addList(users: Command): void {
  users
    .command('list')
    .description('list everyone who has an account')
    .addOption(json())
    .action(async (options: Options) => {
      const views = await withServices(services => services.get(ViewPeople).all());
      print(views, options, shown => table(shown.map(row), 'Nobody has an account yet.'));
    });
}

function addResetPassword(users: Command): void {
  users
    .command('reset-password')
    .description('make a new password for somebody and end their sessions')
    .argument('<id>', 'the id, or the e-mail address')
    .addOption(json())
    .action(async (given: string, options: Options) => {
      const made = await withServices(async services => {
        const { id, email } = await services.get(People).find(given);
        return { id, email, password: await services.get(People).resetPassword(id, commandLine()) };
      });
      print(made, options, passwordOf);
    });
}

function addDisable(users: Command, verb: 'disable' | 'enable'): void {
  users
    .command(verb)
    .description(verb === 'disable' ? 'keep somebody from logging in; holds at once' : 'let somebody log in again')
    .argument('<id>', 'the id, or the e-mail address')
    .addOption(json())
    .action(async (given: string, options: Options) => {
      const changed = await withServices(async services => {
        const { id } = await services.get(People).find(given);
        const account = await services.get(People).change(id, { disabled: verb === 'disable' }, commandLine());
        return services.get(ViewPeople).view(account);
      });
      print(
        changed,
        options,
        ({ email, disabled }) => `${email} ${disabled ? 'is kept from logging in' : 'may log in'}.`,
      );
    });
}

const passwordOf = ({ email, password }: { email: string; password: string }): string =>
  `${password}\n\nThis is the password of ${email}. Hand it over now: it cannot be shown again.`;

const row = ({ id, email, role, tenants, disabled }: PersonView) => ({
  id,
  email,
  role,
  tenants: role === 'operator' ? 'all' : tenants.map(({ slug }) => slug).join(','),
  status: disabled ? 'disabled' : 'active',
});
