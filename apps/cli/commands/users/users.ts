import type { Command } from 'commander';
import { defineAccounts } from './accounts.js';
import { defineLinks } from './links.js';
import { defineOpenId } from './openid.js';
import { defineTokens } from './tokens.js';

export function define(users: Command): void {
  defineAccounts(users);
  defineLinks(users);
  defineTokens(users);
  defineOpenId(users);
}
