import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const { run } = AsyncLocalStorage.prototype;

/** Storages that the present test file has used. */
const storages = new Set();

/**
 * Node.js 20 updates each storage that was ever used for each promise, and jest-circus has one per test file, to assign unhandled errors to
 * a test. They took an eighth of the CPU time. Without them, an unhandled error fails the whole test file.
 */
AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
  const isOfJest = typeof store === 'object' && store !== null && 'test' in store;
  if (isOfJest) return callback(...args);
  storages.add(this);
  return run.call(this, store, callback, ...args);
};

/** Runs a test file without the storages of earlier ones. */
export default class UnitEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
}
