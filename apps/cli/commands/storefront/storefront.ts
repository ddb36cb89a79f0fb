import type { Command } from 'commander';
import { defineHosts } from './hosts.js';
import { defineShare } from './share.js';
import { defineSettings } from './settings.js';

export function define(storefront: Command): void {
  defineSettings(storefront);
  defineHosts(storefront);
  defineShare(storefront);
}
