import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { Links, type NewLink, urlOfLink } from '#identity';
import { type Settings, SETTINGS } from '#platform/process/config';
import { findService } from '../../find-service.js';
import { addCommand, type CommonOptions } from '../add-command.js';
import { parseOrigin } from '../option-values.js';
import { addAccountCommand } from './account-command.js';
import { accountOptions, type AccountOptions } from './accounts.js';

interface LinkOptions extends CommonOptions {
  url?: string;
}

const urlOption = () =>
  new Option(
    '--url <url>',
    'address of the installation; default: the first host of PUBLIC_HOSTS, else the running service',
  ).argParser(parseOrigin);

/** Adds the commands about links with which people set their own passwords. */
export function defineLinks(users: Command): void {
  addCommand(users, 'invite', {
    description: 'create an account and a one-time link to set the password, valid for 7 days',
    options: [...accountOptions(), urlOption()],
    async run({ services, actor }, { email, role, tenant, url }: AccountOptions & LinkOptions) {
      return describeLink(services, await services.get(Links).invite({ email, role, tenants: tenant }, actor), url);
    },
    format: formatLink,
  });

  addAccountCommand(users, 'reset-link', {
    description: 'create a one-time link to set a new password, valid for an hour',
    options: [urlOption()],
    async run({ services, actor, account }, { url }: LinkOptions) {
      return describeLink(services, await services.get(Links).create(account.id, actor), url);
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
