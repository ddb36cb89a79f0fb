import { shutdownTimeoutMs } from '../../apps/stop-gracefully.js';
import { read } from '../cli/documented.js';

const MAX_REGISTRAR_TIMEOUT_MS = 120_000;
/** Seconds before SIGTERM that count as part of the period. */
const PRE_STOP = Number(/preStop:\s+exec: \{ command: \[sleep, '(\d+)'\]/.exec(read('deploy/kubernetes/api.yaml'))![1]);

describe('the timeout of a graceful shutdown', () => {
  it.each([
    ['none', MAX_REGISTRAR_TIMEOUT_MS, 20_000],
    ['dnsimple', 1_000, 20_000],
    ['dnsimple', 30_000, 35_000],
    ['dnsimple', MAX_REGISTRAR_TIMEOUT_MS, 125_000],
  ] as const)('fits the registrar %s with a timeout of %i ms', (registrar, registrarTimeoutMs, expected) => {
    expect(shutdownTimeoutMs({ registrar, registrarTimeoutMs })).toBe(expected);
  });

  it.each([
    ['docker-compose.yml', /^ {2}api:[^]*?stop_grace_period: (\d+)s/m, 0],
    ['docker-compose.yml', /^ {2}worker:[^]*?stop_grace_period: (\d+)s/m, 0],
    ['deploy/kubernetes/api.yaml', /terminationGracePeriodSeconds: (\d+)/, PRE_STOP],
    ['deploy/kubernetes/worker.yaml', /terminationGracePeriodSeconds: (\d+)/, 0],
    ['deploy/highly-available/machine/etc/systemd/system/nameyard-api.service', /TimeoutStopSec=(\d+)/, 0],
    ['deploy/highly-available/machine/etc/systemd/system/nameyard-worker.service', /TimeoutStopSec=(\d+)/, 0],
  ])('is shorter than the period in %s', (file, pattern, before) => {
    const period = Number(pattern.exec(read(file))?.[1]);
    const longest = { registrar: 'dnsimple', registrarTimeoutMs: MAX_REGISTRAR_TIMEOUT_MS } as const;
    expect(period * 1_000).toBeGreaterThan(before * 1_000 + shutdownTimeoutMs(longest));
  });
});
