import { NameyardError } from '../client/index.js';
import { connectNameyard } from './connect.js';
import { setUp } from './global-setup.js';
import type { NameyardServer } from './nameyard-server.js';
import type { World, WorldOptions } from './world.js';

export type { World };

type Hook = (action: () => Promise<void>) => void;

export interface Hooks {
  beforeEach: Hook;
  afterEach: Hook;
}

/**
 * Creates a temporary world before each test of the file or `describe` block, and ends it afterwards. Returns a function
 * that returns the world of the current test.
 *
 * @param hooks `beforeEach` and `afterEach` of `@jest/globals`, if the globals of Jest are switched off
 */
export function useWorld(
  options: WorldOptions = {},
  hooks: Partial<Hooks> = globalThis as Partial<Hooks>,
): () => World {
  const { beforeEach, afterEach } = hooks;
  if (!beforeEach || !afterEach)
    throw new NameyardError(
      "There is no global beforeEach. Call useWorld in a test file of Jest, or pass the hooks: import { beforeEach, afterEach } from '@jest/globals'; useWorld({}, { beforeEach, afterEach }).",
    );
  let nameyard: NameyardServer | undefined;
  let world: World | undefined;
  beforeEach(async () => {
    nameyard ??= await connectNameyard();
    world = await nameyard.world(options);
  });
  afterEach(async () => {
    await world?.end();
    world = undefined;
  });
  return () => {
    if (world) return world;
    throw new NameyardError('There is a world only while a test runs; call world() inside a test or a beforeEach.');
  };
}

/** Global setup of Jest: `globalSetup: 'nameyard/jest'`. It starts one server for all workers, which ends with Jest. */
export default async (): Promise<void> => void (await setUp());
