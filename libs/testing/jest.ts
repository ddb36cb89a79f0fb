import { NameyardError } from '../client/index.js';
import { connectNameyard } from './connect.js';
import { setUp } from './global-setup.js';
import type { NameyardServer } from './nameyard-server.js';
import { closeWorld, openWorld } from './use-world.js';
import type { World, WorldOptions } from './world.js';

export type { World };

type Hook = (action: () => Promise<void>) => void;

export interface Hooks {
  beforeEach: Hook;
  afterEach: Hook;
}

/**
 * Creates a temporary world before each test of the file or `describe` block, and ends it after the test. Returns a
 * getter for the world of the current test.
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
    world = await openWorld(nameyard, options);
  });
  afterEach(async () => {
    const used = world;
    world = undefined;
    if (used) await closeWorld(used, hasFailed());
  });
  return () => {
    if (world) return world;
    throw new NameyardError('There is a world only while a test runs; call world() inside a test or a beforeEach.');
  };
}

/** Whether the current test has failed. Jest has no API for this, but stores its state on the global object. */
function hasFailed(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol && (globalThis as unknown as Record<symbol, JestState | undefined>)[symbol];
  return (state?.currentlyRunningTest?.errors?.length ?? 0) > 0;
}

interface JestState {
  currentlyRunningTest?: { errors?: unknown[] } | null;
}

/** Global setup of Jest: `globalSetup: 'nameyard/jest'`. Starts one server for all workers, which ends with Jest. */
export default async (): Promise<void> => void (await setUp());
