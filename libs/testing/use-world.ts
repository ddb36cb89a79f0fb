import type { NameyardServer } from './nameyard-server.js';
import { describeUnreadable, portalOf, tellStory } from './story.js';
import type { World, WorldOptions } from './world.js';

/** Whether `NAMEYARD_KEEP=1` keeps the worlds of failed tests for a day. */
const keepsWorlds = (): boolean => process.env['NAMEYARD_KEEP'] === '1';

/** Creates the world of a test. With `NAMEYARD_KEEP=1`, its lifetime is a day. */
export const openWorld = (nameyard: NameyardServer, options: WorldOptions = {}): Promise<World> =>
  nameyard.world(keepsWorlds() ? { ...options, ttl: 'PT24H' } : options);

/** Ends the world of a test. If the test has failed, first prints what happened in the world. */
export async function closeWorld(world: World, hasFailed: boolean): Promise<void> {
  if (!hasFailed) return world.end();
  // An error here must not replace the failure of the test.
  const story = await tellStory(world).catch((error: unknown) => describeUnreadable(world, error));
  // oxlint-disable-next-line no-console -- runners show it with the test
  console.error(keepsWorlds() ? `${story}\nThe world is kept for a day: ${portalOf(world)}` : story);
  await (keepsWorlds() ? world.keep() : world.end());
}
