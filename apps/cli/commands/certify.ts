import type { Command } from 'commander';
import type { Given } from '../explore/options.js';
import { addOptions } from './explore.js';

/** Plays each single fault, and writes down the results. */
export function define(command: Command): void {
  addOptions(command, 'folder of certificate.json and certificate.html (default: this one)').action(
    async (given: Given) => {
      const { certifyShop, withErrorExitCode } = await import('../explore/explore-shop.js');
      await withErrorExitCode(() => certifyShop(given));
    },
  );
}
