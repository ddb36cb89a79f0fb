import type { Command } from 'commander';
import { defineSettings } from './settings.js';

export function define(storefront: Command): void {
  defineSettings(storefront);
}
