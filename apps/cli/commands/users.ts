import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import {
  Identities,
  Links,
  MailLink,
  type NewLink,
  People,
  ResetFactors,
  type Role,
  ROLES,
  urlOfLink,
  ViewPeople,
} from '#accounts';
import { type Settings, SETTINGS } from '#platform/config';
import { table } from '../output.js';
import { addCommand, type CommonOptions, required } from './add-command.js';
import { parseList, parseOrigin } from './option-values.js';

interface LinkOptions extends CommonOptions {
  url?: string;
}

interface NewUser extends LinkOptions {
  email: string;
  role: Role;
  tenant?: string[];
}

const USER: [string, string] = ['<id>', 'user ID or email address'];

const userOptions = () => [
  required('--email <address>', 'email address, used to log in'),
  required('--role <role>', 'operators access all tenants, developers their own').choices(ROLES),
  new Option('--tenant <slugs>', 'tenants of a developer, comma-separated').argParser(parseList),
];

const urlOption = () =>
  new Option(
    '--url <url>',
    'address of the installation; default: the first host of PUBLIC_HOSTS, else this machine',
  ).argParser(parseOrigin);

export function define(users: Command): void {
  defineAccounts(users);
  defineLinks(users);
  defineOpenId(users);
}

function defineAccounts(users: Command): void {
  addCommand(users, 'create', {
    description: 'create an account; its password is shown once',
    options: userOptions(),
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

  addCommand(users, 'reset-factors', {
    description: 'remove the second factors of a person who lost them and end their sessions; the password stays',
    argument: USER,
    async run({ services, actor, argument }) {
      const { id, email } = await services.get(People).find(argument);
      return { id, email, removed: await services.get(ResetFactors).execute(id, actor) };
    },
    format: ({ email, removed }) =>
      removed.length > 0
        ? `Removed the second factors of ${email}: ${removed.join(', ')}.`
        : `${email} has no second factors.`,
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

/** Adds the commands about links with which people set their own passwords. */
function defineLinks(users: Command): void {
  addCommand(users, 'invite', {
    description: 'create an account and a link with which the person sets a password; it works once, for 7 days',
    options: [...userOptions(), urlOption()],
    async run({ services, actor }, { email, role, tenant, url }: NewUser) {
      return describeLink(services, await services.get(Links).invite({ email, role, tenants: tenant }, actor), url);
    },
    format: formatLink,
  });

  addCommand(users, 'reset-link', {
    description: 'create a link with which a person sets a new password; it works once, for an hour',
    argument: USER,
    options: [urlOption()],
    async run({ services, actor, argument }, { url }: LinkOptions) {
      const { id } = await services.get(People).find(argument);
      return describeLink(services, await services.get(Links).create(id, actor), url);
    },
    format: formatLink,
  });

  addCommand(users, 'revoke-link', {
    description: 'revoke the invitation or reset link of an account',
    argument: USER,
    async run({ services, actor, argument }) {
      const { id, email } = await services.get(People).find(argument);
      const { kind } = await services.get(Links).revoke(id, actor);
      return { id, email, kind };
    },
    format: ({ email, kind }) =>
      `Revoked the ${kind === 'invitation' ? 'invitation of' : 'link to reset the password of'} ${email}.`,
  });
}

/** Adds the command about the OpenID Connect provider. */
function defineOpenId(users: Command): void {
  addCommand(users, 'disconnect-openid', {
    description: 'forget the account of a person at the OpenID Connect provider; the next login connects one again',
    argument: USER,
    async run({ services, actor, argument }) {
      const account = await services.get(People).find(argument);
      const disconnected = await services.get(Identities).disconnect(account, actor);
      return { id: account.id, email: account.email, disconnected };
    },
    format: ({ email, disconnected }) =>
      disconnected === 0 ? `${email} is not connected with a provider.` : `Disconnected ${email}.`,
  });
}

async function describeLink(services: INestApplicationContext, made: NewLink, url: string | undefined) {
  const { account, link } = made;
  const origin = url ?? originOf(services.get<Settings>(SETTINGS));
  const expires_at = link.expiresAt.toISOString();
  const mail = await services.get(MailLink).execute(made, origin);
  return { id: account.id, email: account.email, kind: link.kind, url: urlOfLink(origin, made), expires_at, mail };
}

/** Without a public host, the installation is on this machine. */
const originOf = ({ publicHosts: [host], port }: Settings): string =>
  host === undefined ? `http://127.0.0.1:${port}` : `https://${host}`;

const formatLink = ({ email, url, expires_at, mail }: Awaited<ReturnType<typeof describeLink>>): string =>
  `${url}\n\nWith this link ${email} sets a password. It works once, until ${expires_at}, and cannot be shown again.` +
  (mail ? `\n${mail.sent ? `It was sent to ${email}.` : `It was not sent to ${email}: ${mail.problem}`}` : '');

const formatPassword = ({ email, password }: { email: string; password: string }): string =>
  `${password}\n\nThis is the password of ${email}. Store it now; it cannot be shown again.`;
