import { statSync } from 'node:fs';

/** Tests of faults mostly wait for processes, leases and timeouts. */
const MOSTLY_WAITS = /\/test\/faults\//;

/** Other tests per waiting one; this keeps the cores busy while at most two of five workers wait. */
const RATIO = 2;

const sizeOf = ({ path }) => statSync(path).size;

/** Orders the test files so that waiting and computing tests run at the same time. */
export default class Sequencer {
  sort(tests) {
    const largestFirst = tests.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    const waiting = largestFirst.filter(({ path }) => MOSTLY_WAITS.test(path));
    const computing = largestFirst.filter(({ path }) => !MOSTLY_WAITS.test(path));
    const rounds = waiting.flatMap((test, n) => [test, ...computing.slice(n * RATIO, (n + 1) * RATIO)]);
    return [...rounds, ...computing.slice(waiting.length * RATIO)];
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
