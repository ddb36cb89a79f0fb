import { connectNameyard } from './connect.js';
import type { NameyardServer } from './nameyard-server.js';
import type { World } from './world.js';

type Use<Value> = (value: Value) => Promise<void>;

/** Vitest and Playwright read the names of the required fixtures from the source text: the first parameter must be a pattern. */
export async function useNameyard({}: object, use: Use<NameyardServer>): Promise<void> {
  await using nameyard = await connectNameyard();
  await use(nameyard);
}

export async function useWorld({ nameyard }: { nameyard: NameyardServer }, use: Use<World>): Promise<void> {
  await using world = await nameyard.world();
  await use(world);
}
