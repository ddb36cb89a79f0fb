import type { Command } from 'commander';
import { AccessTokens } from '#identity';
import { table } from '../../output.js';
import { type CommonOptions, required } from '../add-command.js';
import { addAccountCommand } from './account-command.js';

/** Adds the commands about access tokens. */
export function defineTokens(users: Command): void {
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
