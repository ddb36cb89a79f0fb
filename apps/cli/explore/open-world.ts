import { UsageError } from '#platform/http/errors';
import { connectNameyard, connectWorld, type ExploreOptions, type Report, startNameyard, type World } from '#testing';
import { notice, progress } from '../output.js';

interface Opened {
  world: World;
  /** Stores a report in the tenant, unless the server is temporary. */
  storeReport(report: Report): Promise<void>;
  close(): Promise<void>;
}

const VARIABLES = ['NAMEYARD_URL', 'NAMEYARD_TENANT', 'NAMEYARD_KEY'];

/** Minutes added to the lifetime of the world, for the start and the end of an exploration. */
const MORE_MINUTES = 30;

/**
 * Opens a world of the server that NAMEYARD_URL names, or of a new one. Without `run`, the shop already runs, and its tenant
 * is used as the world.
 * @throws UsageError if variables are missing
 */
export async function openWorld({ run, minutes = 2 }: ExploreOptions): Promise<Opened> {
  const missing = VARIABLES.filter(name => !process.env[name]);
  const isConfigured = missing.length < VARIABLES.length;
  if (missing.length > 0 && isConfigured)
    throw new UsageError(`${missing.join(' and ')} must be set, too: ${VARIABLES.join(', ')} belong together.`);
  if (run === undefined && !isConfigured)
    throw new UsageError(
      `Set ${VARIABLES.join(', ')} to the same values as in the shop, or let --run start the shop with a tenant of its own.`,
    );
  if (!isConfigured) progress('Starting Nameyard');
  const nameyard = isConfigured ? await connectNameyard() : await startNameyard();
  const ttl = `PT${Math.ceil(minutes) + MORE_MINUTES}M`;
  const world = run === undefined ? await connectWorld() : await nameyard.world({ name: 'explore', ttl });
  return {
    world,
    async storeReport(report) {
      if (!isConfigured) return;
      await nameyard.client.control.explorations.add(report).catch((error: unknown) => {
        notice(`The report could not be stored in ${nameyard.tenant}: ${(error as Error).message}`);
      });
    },
    close: () => nameyard.stop(),
  };
}
