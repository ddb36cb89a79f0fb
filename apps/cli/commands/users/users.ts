import { type Command, Option } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import { AccessTokens, Identities, Links, type NewLink, urlOfLink } from '#identity';
import { type Settings, SETTINGS } from '#platform/process/config';
import { accountOptions, type AccountOptions, appendRevoked, defineAccounts, newPersonOf } from './accounts.js';
import { findService } from '../../find-service.js';
import { addCommand, type CommonOptions, required } from '../add-command.js';
import { parseOrigin } from '../option-values.js';
import { addAccountCommand } from './account-command.js';
import { table } from '../../output.js';

export function define(users: Command): void {
  defineAccounts(users);
  defineLinks(users);
  defineTokens(users);
  defineOpenId(users);
}

interface LinkOptions extends CommonOptions {
  url?: string;
}

const urlOption = () =>
  new Option(
    '--url <url>',
    'address of the installation; default: the first host of PUBLIC_HOSTS, else the running service',
  ).argParser(parseOrigin);

function defineLinks(users: Command): void {
  addCommand(users, 'invite', {
    description: 'create an account and a one-time link to set the password, valid for 7 days',
    options: [...accountOptions(), urlOption()],
    async run({ services, actor }, { url, ...options }: AccountOptions & LinkOptions) {
      return mailLink(services, await services.get(Links).invite(newPersonOf(options), actor), url);
    },
    format: formatLink,
  });

  addAccountCommand(users, 'reset-link', {
    description: 'create a one-time link to set a new password, valid for an hour',
    options: [urlOption()],
    async run({ services, actor, account }, { url }: LinkOptions) {
      return mailLink(services, await services.get(Links).create(account.id, actor), url);
    },
    format: formatLink,
  });

  addAccountCommand(users, 'revoke-link', {
    description: 'revoke the invitation or reset link of an account',
    async run({ services, actor, account: { id, email } }) {
      const { kind } = await services.get(Links).revoke(id, actor);
      return { id, email, kind };
    },
    format: ({ email, kind }) =>
      `Revoked the ${kind === 'invitation' ? 'invitation of' : 'link to reset the password of'} ${email}.`,
  });
}

/** Mails the link to the person if mail is configured, and returns the link for the output. */
async function mailLink(services: INestApplicationContext, created: NewLink, url: string | undefined) {
  const { account, link } = created;
  const origin = url ?? (await originOf(services.get<Settings>(SETTINGS)));
  const expires_at = link.expiresAt.toISOString();
  const mail = await services.get(Links).mail(created, origin);
  return { id: account.id, email: account.email, kind: link.kind, url: urlOfLink(origin, created), expires_at, mail };
}

/** Without a public host, the installation is on this machine. */
const originOf = async (settings: Settings): Promise<string> => {
  const [host] = settings.publicHosts;
  return host === undefined ? findService(settings) : `https://${host}`;
};

function formatLink({ email, url, expires_at, mail }: Awaited<ReturnType<typeof mailLink>>): string {
  const text = `${url}\n\nWith this link ${email} sets a password. It works once, until ${expires_at}, and cannot be shown again.`;
  if (!mail) return text;
  return `${text}\n${mail.sent ? `It was sent to ${email}.` : `It was not sent to ${email}: ${mail.problem}`}`;
}

function defineOpenId(users: Command): void {
  addAccountCommand(users, 'disconnect-openid', {
    description:
      'disconnect a person from OpenID Connect, end their sessions and revoke their access tokens; the next OpenID login reconnects',
    async run({ services, actor, account }) {
      const { disconnected, revokedTokens } = await services.get(Identities).disconnect(account, actor);
      return { id: account.id, email: account.email, disconnected, revoked_tokens: revokedTokens };
    },
    format: ({ email, disconnected, revoked_tokens }) =>
      disconnected === 0
        ? `${email} is not connected to a provider.`
        : appendRevoked(`Disconnected ${email}.`, { revoked_tokens }),
  });
}

function defineTokens(users: Command): void {
  addAccountCommand(users, 'tokens', {
    description: 'list the access tokens of a person, newest first',
    run: ({ services, account }) => services.get(AccessTokens).list(account.id),
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

  addAccountCommand(users, 'revoke-token', {
    description: 'revoke an access token of a person, effective immediately',
    options: [required('--token <id>', 'ID of the access token, as `users tokens` shows it')],
    run: ({ services, actor, account }, { token }: CommonOptions & { token: string }) =>
      services.get(AccessTokens).revoke(account.id, token, actor),
    format: ({ name, hint }) => `Revoked the access token ${name} (${hint}).`,
  });
}
