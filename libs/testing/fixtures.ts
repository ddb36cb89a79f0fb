import { connectNameyard } from './connect.js';
import type { NameyardServer } from './nameyard-server.js';
import { closeWorld, openWorld } from './use-world.js';
import type { World } from './world.js';

type Use<Value> = (value: Value) => Promise<void>;

/** Vitest and Playwright parse the destructuring pattern of the first parameter to find the required fixtures. */
// oxlint-disable-next-line no-empty-pattern -- no fixtures are required
export async function useNameyard({}: object, use: Use<NameyardServer>): Promise<void> {
  const nameyard = await connectNameyard();
  try {
    await use(nameyard);
  } finally {
    await nameyard.stop();
  }
}

export async function useWorld(nameyard: NameyardServer, use: Use<World>, hasFailed: () => boolean): Promise<void> {
  const world = await openWorld(nameyard);
  try {
    await use(world);
  } finally {
    await closeWorld(world, hasFailed());
  }
}
