import { type Command, Option } from 'commander';
import { People, type Role, ROLES, ViewPeople } from '#accounts';
import { table } from '../output.js';
import { addCommand, type CommonOptions, required } from './add-command.js';
import { parseList } from './option-values.js';

interface NewUser extends CommonOptions {
  email: string;
  role: Role;
  tenant?: string[];
}

const USER: [string, string] = ['<id>', 'user ID or email address'];

export function define(users: Command): void {
  addCommand(users, 'create', {
    description: 'create an account; its password is shown once',
    options: [
      required('--email <address>', 'email address, used to log in'),
      required('--role <role>', 'operators access all tenants, developers their own').choices(ROLES),
      new Option('--tenant <slugs>', 'tenants of a developer, comma-separated').argParser(parseList),
    ],
    async run({ services, actor }, { email, role, tenant }: NewUser) {
      const { account, password } = await services.get(People).open({ email, role, tenants: tenant }, actor);
      const { id, ...view } = await services.get(ViewPeople).view(account);
      return { id, password, ...view };
    },
    format: made => `${formatPassword(made)}\nCreated account ${made.id}.`,
  });

  addCommand(users, 'list', {
    description: 'list all accounts',
    run: ({ services }) => services.get(ViewPeople).list(),
    format: views =>
      table(
        views.map(({ id, email, role, tenants, disabled }) => ({
          id,
          email,
          role,
          tenants: role === 'operator' ? 'all' : tenants.map(({ slug }) => slug).join(','),
          status: disabled ? 'disabled' : 'active',
        })),
        'There are no accounts.',
      ),
  });

  addCommand(users, 'reset-password', {
    description: 'generate a new password for an account and end its sessions',
    argument: USER,
    async run({ services, actor, argument }) {
      const { id, email } = await services.get(People).find(argument);
      return { id, email, password: await services.get(People).resetPassword(id, actor) };
    },
    format: formatPassword,
  });

  for (const verb of ['disable', 'enable'] as const)
    addCommand(users, verb, {
      description: `${verb} an account, effective immediately`,
      argument: USER,
      async run({ services, actor, argument }) {
        const { id } = await services.get(People).find(argument);
        const account = await services.get(People).change(id, { disabled: verb === 'disable' }, actor);
        return services.get(ViewPeople).view(account);
      },
      format: ({ email, disabled }) => `${disabled ? 'Disabled' : 'Enabled'} ${email}.`,
    });
}

const formatPassword = ({ email, password }: { email: string; password: string }): string =>
  `${password}\n\nThis is the password of ${email}. Store it now; it cannot be shown again.`;
