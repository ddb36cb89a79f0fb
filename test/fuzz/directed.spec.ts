import { Probe } from './probe.js';
import { describeConnections } from './suites/connections.js';
import { describeCost } from './suites/cost.js';
import { describeHostileValues } from './suites/hostile-values.js';
import { describeSilence } from './suites/timeouts.js';

let probe: Probe;

beforeAll(async () => void (probe = await Probe.start()));

describe('requests that are known to be difficult', () => {
  describeConnections(() => probe);
  describeHostileValues(() => probe);
  describeCost(() => probe);
  describeSilence(() => probe);

  it('leave the service healthy', () => probe.expectHealthy());
});
