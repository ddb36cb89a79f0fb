import { TestEnvironment } from 'jest-environment-node';

/** Classes that tests and the service check with `instanceof`, and the metadata of decorators. */
const SHARED = { Date, Error, Reflect, RangeError, TypeError };

/** Runs a test file in a sandbox of its own, as Jest does, but gives it access to modules that all files share. */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, SHARED, { importNatively: module => import(module) });
    // So that a test can replace the function that the service calls.
    Object.defineProperty(this.global, 'fetch', {
      get: () => globalThis.fetch,
      set(fetch) {
        globalThis.fetch = fetch;
      },
    });
  }
}
