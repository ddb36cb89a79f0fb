import { setUp } from './global-setup.js';
import { useNameyard, useWorld } from './fixtures.js';
import type { NameyardServer } from './nameyard-server.js';
import type { World } from './world.js';

export type { NameyardServer, World };

export interface TestFixtures {
  /** A temporary world for each test. */
  world: World;
}

export interface WorkerFixtures {
  /** The server. */
  nameyard: NameyardServer;
}

const useWorldOfTest = (
  { nameyard }: WorkerFixtures,
  use: (world: World) => Promise<void>,
  test: { status?: string | undefined; expectedStatus: string },
): Promise<void> => useWorld(nameyard, use, () => test.status !== test.expectedStatus);

type Scoped<Function, Scope extends string> = [Function, { scope: Scope }];

/**
 * Fixtures for `test.extend`: `world`, a temporary world for each test, and `nameyard`, the server, for each worker.
 *
 * ```ts
 * import { test as base } from '@playwright/test';
 * import { fixtures, type TestFixtures, type WorkerFixtures } from 'nameyard/playwright';
 * export const test = base.extend<TestFixtures, WorkerFixtures>(fixtures);
 * ```
 */
export const fixtures: {
  nameyard: Scoped<typeof useNameyard, 'worker'>;
  world: Scoped<typeof useWorldOfTest, 'test'>;
} = {
  nameyard: [useNameyard, { scope: 'worker' }],
  world: [useWorldOfTest, { scope: 'test' }],
};

/** Global setup of Playwright: `globalSetup: require.resolve('nameyard/playwright')`. Returns the teardown function. */
export default (): Promise<() => Promise<void>> => setUp();
