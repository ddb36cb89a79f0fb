import { Probe } from './probe.js';
import { describeOperations } from './suites/operations.js';
import { describePaths } from './suites/paths.js';
import { describeSockets } from './suites/sockets.js';

let probe: Probe;

beforeAll(async () => void (probe = await Probe.start()));

describe('generated requests', () => {
  describeOperations(() => probe);
  describePaths(() => probe);
  describeSockets(() => probe);

  it('leave the service healthy', () => probe.expectHealthy());
});
