import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { AccessTokens, Factors, Identities, Links, type NewLink, People, type Role, ROLES, urlOfLink } from '#identity';
import { type Settings, SETTINGS } from '#platform/process/config';
import { findService } from '../find-service.js';
import { count, table } from '../output.js';
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
    'address of the installation; default: the first host of PUBLIC_HOSTS, else the running service',
  ).argParser(parseOrigin);

export function define(users: Command): void {
  defineAccounts(users);
  defineLinks(users);
  defineTokens(users);
  defineOpenId(users);
}

function defineAccounts(users: Command): void {
  addCommand(users, 'create', {
    description: 'create an account; its password is shown once',
    options: userOptions(),
    async run({ services, actor }, { email, role, tenant }: NewUser) {
      const { account, password } = await services.get(People).open({ email, role, tenants: tenant }, actor);
      const { id, ...view } = await services.get(People).view(account);
      return { id, password, ...view };
    },
    format: made => `${formatPassword(made)}\nCreated account ${made.id}.`,
  });

  addCommand(users, 'list', {
    description: 'list all accounts',
    run: ({ services }) => services.get(People).list(),
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
    description: 'generate a new password for an account, end its sessions and revoke its access tokens',
    argument: USER,
    async run({ services, actor, argument }) {
      const { id, email } = await services.get(People).find(argument);
      const { password, revokedTokens } = await services.get(People).resetPassword(id, actor);
      return { id, email, password, revoked_tokens: revokedTokens };
    },
    format: reset => `${formatPassword(reset)}\n${formatRevoked(reset)}`.trimEnd(),
  });

  addCommand(users, 'reset-factors', {
    description:
      'remove the second factors of a person who lost them, end their sessions and revoke their access tokens; the password stays',
    argument: USER,
    async run({ services, actor, argument }) {
      const { id, email } = await services.get(People).find(argument);
      const { removed, revokedTokens } = await services.get(Factors).reset(id, actor);
      return { id, email, removed, revoked_tokens: revokedTokens };
    },
    format: ({ email, removed, revoked_tokens }) =>
      `${
        removed.length > 0
          ? `Removed the second factors of ${email}: ${removed.join(', ')}.`
          : `${email} has no second factors.`
      } ${formatRevoked({ revoked_tokens })}`.trimEnd(),
  });

  const changes = {
    disable: 'disable an account, effective immediately; its sessions end, its links and access tokens are revoked',
    enable: 'enable an account; earlier links and tokens stay revoked',
  };
  for (const [verb, description] of Object.entries(changes))
    addCommand(users, verb, {
      description,
      argument: USER,
      async run({ services, actor, argument }) {
        const { id } = await services.get(People).find(argument);
        const { account, ended } = await services.get(People).change(id, { disabled: verb === 'disable' }, actor);
        return { ...(await services.get(People).view(account)), revoked_tokens: ended.tokens };
      },
      format: ({ email, disabled, revoked_tokens }) =>
        `${disabled ? 'Disabled' : 'Enabled'} ${email}. ${formatRevoked({ revoked_tokens })}`.trimEnd(),
    });
}

/** Adds the commands about links with which people set their own passwords. */
function defineLinks(users: Command): void {
  addCommand(users, 'invite', {
    description: 'create an account and a one-time link to set the password, valid for 7 days',
    options: [...userOptions(), urlOption()],
    async run({ services, actor }, { email, role, tenant, url }: NewUser) {
      return describeLink(services, await services.get(Links).invite({ email, role, tenants: tenant }, actor), url);
    },
    format: formatLink,
  });

  addCommand(users, 'reset-link', {
    description: 'create a one-time link to set a new password, valid for an hour',
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

/** Adds the commands about access tokens. */
function defineTokens(users: Command): void {
  addCommand(users, 'tokens', {
    description: 'list the access tokens of a person, newest first',
    argument: USER,
    async run({ services, argument }) {
      const { id } = await services.get(People).find(argument);
      return services.get(AccessTokens).list(id);
    },
    format: tokens =>
      table(
        tokens.map(({ id, name, hint, tenants, read_only, status, expires_at, last_used_at }) => ({
          id,
          name,
          hint,
          tenants: tenants?.join(',') ?? 'all',
          access: read_only ? 'read' : 'read and write',
          status,
          expires_at,
          last_used_at: last_used_at ?? 'never',
        })),
        'The person has no access tokens.',
      ),
  });

  addCommand(users, 'revoke-token', {
    description: 'revoke an access token of a person, effective immediately',
    argument: USER,
    options: [required('--token <id>', 'ID of the access token, as `users tokens` shows it')],
    async run({ services, actor, argument }, { token }: CommonOptions & { token: string }) {
      const { id } = await services.get(People).find(argument);
      return services.get(AccessTokens).revoke(id, token, actor);
    },
    format: ({ name, hint }) => `Revoked the access token ${name} (${hint}).`,
  });
}

/** Adds the command about the OpenID Connect provider. */
function defineOpenId(users: Command): void {
  addCommand(users, 'disconnect-openid', {
    description:
      'disconnect a person from OpenID Connect, end their sessions and revoke their access tokens; the next OpenID login reconnects',
    argument: USER,
    async run({ services, actor, argument }) {
      const account = await services.get(People).find(argument);
      const { disconnected, revokedTokens } = await services.get(Identities).disconnect(account, actor);
      return { id: account.id, email: account.email, disconnected, revoked_tokens: revokedTokens };
    },
    format: ({ email, disconnected, revoked_tokens }) =>
      disconnected === 0
        ? `${email} is not connected with a provider.`
        : `Disconnected ${email}. ${formatRevoked({ revoked_tokens })}`.trimEnd(),
  });
}

async function describeLink(services: INestApplicationContext, made: NewLink, url: string | undefined) {
  const { account, link } = made;
  const origin = url ?? (await originOf(services.get<Settings>(SETTINGS)));
  const expires_at = link.expiresAt.toISOString();
  const mail = await services.get(Links).mail(made, origin);
  return { id: account.id, email: account.email, kind: link.kind, url: urlOfLink(origin, made), expires_at, mail };
}

/** Without a public host, the installation is on this machine. */
const originOf = async (settings: Settings): Promise<string> => {
  const [host] = settings.publicHosts;
  return host === undefined ? findService(settings) : `https://${host}`;
};

const formatLink = ({ email, url, expires_at, mail }: Awaited<ReturnType<typeof describeLink>>): string =>
  `${url}\n\nWith this link ${email} sets a password. It works once, until ${expires_at}, and cannot be shown again.` +
  (mail ? `\n${mail.sent ? `It was sent to ${email}.` : `It was not sent to ${email}: ${mail.problem}`}` : '');

const formatPassword = ({ email, password }: { email: string; password: string }): string =>
  `${password}\n\nThis is the password of ${email}. Store it now; it cannot be shown again.`;

const formatRevoked = ({ revoked_tokens: tokens }: { revoked_tokens: number }): string =>
  tokens === 0 ? '' : `${count(tokens, 'access token was', 'access tokens were')} revoked.`;
