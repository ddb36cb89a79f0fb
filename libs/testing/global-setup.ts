import { configureWorkers, forgetServer, isConfigured } from './connect.js';
import type { NameyardServer } from './nameyard-server.js';
import { startNameyard, type StartOptions } from './start.js';

/** On the global object, because a runner can load its global setup several times. */
const SERVER = Symbol.for('nameyard/testing/server');
const shared = globalThis as { [SERVER]?: Promise<NameyardServer> | undefined };

/**
 * Starts one server for all workers, unless one runs already or `NAMEYARD_URL` names another one. Returns the teardown.
 */
export async function setUp(options: StartOptions = {}): Promise<() => Promise<void>> {
  if (!shared[SERVER] && isConfigured()) return async () => {};
  shared[SERVER] ??= startNameyard(options);
  try {
    configureWorkers(await shared[SERVER]);
  } catch (error) {
    shared[SERVER] = undefined;
    throw error;
  }
  return tearDown;
}

async function tearDown(): Promise<void> {
  const server = shared[SERVER];
  shared[SERVER] = undefined;
  forgetServer();
  await (await server)?.stop();
}
