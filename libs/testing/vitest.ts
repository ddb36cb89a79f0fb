import { setUp } from './global-setup.js';
import { useNameyard, useWorld } from './fixtures.js';

import type { NameyardServer } from './nameyard-server.js';
import type { World } from './world.js';

export type { NameyardServer, World };

/**
 * Fixtures for `test.extend`: `world`, a temporary world for each test, and `nameyard`, the server.
 *
 * ```ts
 * import { test as base } from 'vitest';
 * import { fixtures } from 'nameyard/vitest';
 * const test = base.extend(fixtures);
 * ```
 */
export const fixtures = {
  nameyard: useNameyard,
  world: ({ nameyard, task }: Context, use: (world: World) => Promise<void>): Promise<void> =>
    useWorld(nameyard, use, () => task.result?.state === 'fail'),
};

/** The fixtures that `world` needs. `task` is a fixture of Vitest. */
interface Context {
  nameyard: NameyardServer;
  task: { result?: { state: string } | undefined };
}

/** Global setup of Vitest: `globalSetup: 'nameyard/vitest'`. Starts one server for all workers. Returns the teardown function. */
export default (): Promise<() => Promise<void>> => setUp();
