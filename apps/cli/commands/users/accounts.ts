import { type Command, Option } from 'commander';
import { Factors, People, type Role, ROLES } from '#identity';
import { count, table } from '../../output.js';
import { addCommand, type CommonOptions, required } from '../add-command.js';
import { parseList } from '../option-values.js';
import { addAccountCommand } from './account-command.js';

export interface AccountOptions extends CommonOptions {
  email: string;
  role: Role;
  tenant?: string[];
  maskOwners?: true;
}

export const accountOptions = () => [
  required('--email <address>', 'email address, used to log in'),
  required('--role <role>', 'operators access all tenants, developers their own').choices(ROLES),
  new Option('--tenant <slugs>', 'tenants of a developer, comma-separated').argParser(parseList),
  new Option('--mask-owners', 'mask the names and email addresses of domain owners in lists that a developer sees'),
];

export function defineAccounts(users: Command): void {
  addCommand(users, 'create', {
    description: 'create an account; its password is shown once',
    options: accountOptions(),
    async run({ services, actor }, options: AccountOptions) {
      const { account, password } = await services.get(People).create(newPersonOf(options), actor);
      const { id, ...view } = await services.get(People).view(account);
      return { id, password, ...view };
    },
    format: created => `${formatPassword(created)}\nCreated account ${created.id}.`,
  });

  addCommand(users, 'list', {
    description: 'list all accounts',
    run: ({ services }) => services.get(People).list(),
    format: views =>
      table(
        views.map(({ id, email, role, tenants, owners_masked, disabled }) => ({
          id,
          email,
          role,
          tenants: role === 'operator' ? 'all' : tenants.map(({ slug }) => slug).join(','),
          owners: role === 'developer' && owners_masked ? 'masked' : 'shown',
          status: disabled ? 'disabled' : 'active',
        })),
        'There are no accounts.',
      ),
  });

  addAccountCommand(users, 'reset-password', {
    description: 'generate a new password for an account, end its sessions and revoke its access tokens',
    async run({ services, actor, account: { id, email } }) {
      const { password, revokedTokens } = await services.get(People).resetPassword(id, actor);
      return { id, email, password, revoked_tokens: revokedTokens };
    },
    format: reset => appendRevoked(formatPassword(reset), reset, '\n'),
  });

  addAccountCommand(users, 'reset-factors', {
    description:
      'remove all second factors of an account, for example because they are lost, end its sessions and revoke its access tokens; the password stays',
    async run({ services, actor, account: { id, email } }) {
      const { removed, revokedTokens } = await services.get(Factors).reset(id, actor);
      return { id, email, removed, revoked_tokens: revokedTokens };
    },
    format: ({ email, removed, revoked_tokens }) =>
      appendRevoked(
        removed.length > 0
          ? `Removed the second factors of ${email}: ${removed.join(', ')}.`
          : `${email} has no second factors.`,
        { revoked_tokens },
      ),
  });

  defineChanges(users);
}

const CHANGES = {
  disable: {
    description: 'disable an account, end its sessions, and revoke its links and access tokens, effective immediately',
    change: { disabled: true },
    done: (email: string) => `Disabled ${email}.`,
  },
  enable: {
    description: 'enable an account; earlier links and tokens stay revoked',
    change: { disabled: false },
    done: (email: string) => `Enabled ${email}.`,
  },
  'mask-owners': {
    description: "mask domain owners in a developer's lists and exports of orders, and end the developer's sessions",
    change: { owners_masked: true },
    done: (email: string) => `Domain owners are masked for ${email}.`,
  },
  'show-owners': {
    description: "show domain owners in a developer's lists and exports of orders, and end the developer's sessions",
    change: { owners_masked: false },
    done: (email: string) => `Domain owners are shown to ${email}.`,
  },
};

function defineChanges(users: Command): void {
  for (const [verb, { description, change, done }] of Object.entries(CHANGES))
    addAccountCommand(users, verb, {
      description,
      async run({ services, actor, account: { id } }) {
        const { account, ended } = await services.get(People).change(id, change, actor);
        return { ...(await services.get(People).view(account)), revoked_tokens: ended.tokens };
      },
      format: ({ email, revoked_tokens }) => appendRevoked(done(email), { revoked_tokens }),
    });
}

export const newPersonOf = ({ email, role, tenant, maskOwners }: AccountOptions) => ({
  email,
  role,
  tenants: tenant,
  owners_masked: maskOwners,
});

const formatPassword = ({ email, password }: { email: string; password: string }): string =>
  `${password}\n\nThis is the password of ${email}. Store it now; it cannot be shown again.`;

/** Appends how many access tokens were revoked, if any. */
export const appendRevoked = (
  text: string,
  { revoked_tokens: tokens }: { revoked_tokens: number },
  separator = ' ',
): string =>
  tokens === 0 ? text : `${text}${separator}${count(tokens, 'access token was', 'access tokens were')} revoked.`;
