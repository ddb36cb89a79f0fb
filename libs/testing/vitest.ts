import { setUp } from './global-setup.js';
import { useNameyard, useWorld } from './fixtures.js';

export type { NameyardServer } from './nameyard-server.js';
export type { World } from './world.js';

/**
 * Fixtures for `test.extend`: `world`, a temporary world for each test, and `nameyard`, the server.
 *
 * ```ts
 * import { test as base } from 'vitest';
 * import { fixtures } from 'nameyard/vitest';
 * const test = base.extend(fixtures);
 * ```
 */
export const fixtures = { nameyard: useNameyard, world: useWorld };

/** Global setup of Vitest: `globalSetup: 'nameyard/vitest'`. It starts one server for all workers and returns the teardown. */
export default (): Promise<() => Promise<void>> => setUp();
