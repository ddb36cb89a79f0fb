import type { Command } from 'commander';
import type { ExploreFlags } from '../explore/options.js';
import { addOptions } from './explore.js';

/** Plays each single fault, and writes down the results. */
export function define(command: Command): void {
  addOptions(command, 'folder of certificate.json and certificate.html (default: this one)').action(
    async (flags: ExploreFlags) => {
      const { certifyShop, withErrorExitCode } = await import('../explore/explore-shop.js');
      await withErrorExitCode(() => certifyShop(flags));
    },
  );
}
