/**
 * Returns what the test files of a Jest worker share under this name; the first one that asks creates it. It outlives the
 * test file, so it must not depend on its mocks or cleanups. `service-environment.mjs` ends it with `stop`, if it has that method.
 */
declare const sharedByWorker: <T>(name: string, create: () => T) => T;

const shared = sharedByWorker;
export { shared as sharedByWorker };
