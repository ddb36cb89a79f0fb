import type { Command } from 'commander';
import { Identities } from '#identity';
import { addAccountCommand } from './account-command.js';
import { appendRevoked } from './accounts.js';

/** Adds the command about the OpenID Connect provider. */
export function defineOpenId(users: Command): void {
  addAccountCommand(users, 'disconnect-openid', {
    description:
      'disconnect a person from OpenID Connect, end their sessions and revoke their access tokens; the next OpenID login reconnects',
    async run({ services, actor, account }) {
      const { disconnected, revokedTokens } = await services.get(Identities).disconnect(account, actor);
      return { id: account.id, email: account.email, disconnected, revoked_tokens: revokedTokens };
    },
    format: ({ email, disconnected, revoked_tokens }) =>
      disconnected === 0
        ? `${email} is not connected with a provider.`
        : appendRevoked(`Disconnected ${email}.`, { revoked_tokens }),
  });
}
