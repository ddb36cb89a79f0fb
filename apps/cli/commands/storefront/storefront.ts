import type { Command } from 'commander';
import { defineHosts } from './hosts.js';

export function define(storefront: Command): void {
  defineHosts(storefront);
}
