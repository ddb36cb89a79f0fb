import { jest } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { ServiceClient } from '../processes/client.js';
import { docker } from '../processes/compose.js';
import { makeKey } from '../processes/keys.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { ROOT } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

// Building the image can take minutes.
jest.setTimeout(900_000);

const BASE = 'node:22-bookworm-slim';

/** With the embedded PostgreSQL of 60 MB. */
const MAX_BYTES = 210_000_000;

const KEY = makeKey('sandbox');

/** As a CI service is configured: by environment variables only. */
const ENVIRONMENT = { BOOTSTRAP_API_KEY: KEY, DEFAULT_TENANT: 'shop', SERVICE_NAME: 'ci', LOG_LEVEL: 'warn' };

describeWith('a container engine with docker compose', 'docker run of the image standalone', () => {
  const image = `nameyard-test-standalone-${randomInt(2 ** 32).toString(36)}`;
  let container: string;

  beforeAll(async () => {
    registerCleanup(() => docker(['image', 'rm', '--force', image]));
    await docker(['build', '--quiet', '--target', 'standalone', '--tag', image, ROOT]);
    const variables = Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    container = (await docker(['run', '--detach', '--publish', '127.0.0.1::3000', ...variables, image])).trim();
    registerCleanup(() => docker(['rm', '--force', '--volumes', container]));
  });

  const inspect = async (format: string, ...target: string[]) =>
    (await docker(['inspect', '--format', format, ...target])).trim();

  const waitUntilHealthy = () =>
    eventually(async () => expect(await inspect('{{.State.Health.Status}}', container)).toBe('healthy'), 120_000);

  /** Docker publishes another port at each start. */
  async function client(): Promise<ServiceClient> {
    const [address = ''] = (await docker(['port', container, '3000'])).split('\n');
    return new ServiceClient(`http://${address}`, { key: KEY, tenant: 'shop' });
  }

  it('becomes healthy and sells a domain with the given key', async () => {
    await waitUntilHealthy();
    const buyer = await client();
    const { code, body } = await buyer.order('from-a-container.com');
    expect([code, body.meta?.source]).toEqual(['ok', 'ci-sandbox']);
    expect((await buyer.checkout(String(body.data?.order_id), 'invoice-1')).code).toBe('ok');
  });

  it('runs no process as root and has the command line', async () => {
    const [, ...processes] = (await docker(['top', container, '-eo', 'pid,uid,args'])).trim().split('\n');
    expect(processes.filter(line => line.includes('postgres'))).not.toEqual([]);
    expect(processes.filter(line => /^\s*\d+\s+0\s/.test(line))).toEqual([]);
    expect(await docker(['exec', container, 'nameyard', 'tenants', 'list'])).toMatch(/^shop /m);
  });

  it('stops gracefully and keeps its data in the volume', async () => {
    await docker(['stop', container]);
    expect(await inspect('{{.State.ExitCode}}', container)).toBe('0');
    await docker(['start', container]);
    await waitUntilHealthy();
    expect((await (await client()).order('from-a-container.com')).code).toBe('DOMAIN_TAKEN');
  });

  it('adds at most 150 MB to its base image and the embedded PostgreSQL', async () => {
    const [size = 0, base = 0] = (await inspect('{{.Size}}', image, BASE)).split('\n').map(Number);
    expect(size - base).toBeGreaterThan(0);
    expect(size - base).toBeLessThanOrEqual(MAX_BYTES);
  });
});
