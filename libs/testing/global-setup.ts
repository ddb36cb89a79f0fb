import { configureWorkers, forgetServer, isConfigured } from './connect.js';
import type { NameyardServer } from './nameyard-server.js';
import { startNameyard, type StartOptions } from './start.js';

/** Stored on the global object, because a runner can load this module several times. */
const SERVER = Symbol.for('nameyard/testing/server');
const shared = globalThis as { [SERVER]?: Promise<NameyardServer> | undefined };

/** Starts one server for all workers, unless it runs already or `NAMEYARD_URL` is set. Returns the teardown function. */
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
