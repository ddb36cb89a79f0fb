import UnitEnvironment from './unit-environment.mjs';

/** Classes that tests and the service check with `instanceof`, and the metadata of decorators. */
const SHARED = { Date, Error, Reflect, RangeError, TypeError };

/** Promises of objects that the test files of this Jest worker share, by name. `stopShared` calls their `stop`. */
const shared = new Map();

function sharedByWorker(name, start) {
  if (!shared.has(name)) shared.set(name, start());
  return shared.get(name);
}

/** Stops the shared objects, for runs without workers: Jest then runs the tests in its own process. */
export async function stopShared() {
  for (const each of [...shared.values()].toReversed()) await (await each).stop?.();
}

/** Type of the message with which Jest ends a worker. */
const END = 2;

// Shared objects keep the worker alive, and stopping them takes longer than Jest waits. The run stops the databases.
process.on('message', ([type]) => type === END && process.kill(process.pid, 'SIGKILL'));

/** Runs a test file in a sandbox of its own, as Jest does, but gives it access to modules that all files share. */
export default class ServiceEnvironment extends UnitEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, SHARED, { importNatively: module => import(module), sharedByWorker });
    // So that a test can replace the function that the service calls.
    Object.defineProperty(this.global, 'fetch', {
      get: () => globalThis.fetch,
      set(fetch) {
        globalThis.fetch = fetch;
      },
    });
  }
}
