import type { Command } from 'commander';
import type { ExploreFlags } from '../explore/options.js';
import { addOptions } from './explore.js';

/** Explores a shop with each fault alone, or with one plan, and writes a certificate. */
export function define(command: Command): void {
  addOptions(command, 'folder of certificate.json and certificate.html (default: the current folder)').action(
    async (flags: ExploreFlags) => {
      const { certifyShop, withErrorExitCode } = await import('../explore/explore-shop.js');
      await withErrorExitCode(() => certifyShop(flags));
    },
  );
}
