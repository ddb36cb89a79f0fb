import { jest } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_TARBALL, NAMEYARD_TARBALL, packOnce } from '../packages/tarballs.js';
import { run } from '../packages/run.js';
import { docker } from '../processes/compose.js';
import { registerCleanup } from '../support/cleanup.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

// Building the image can take minutes.
jest.setTimeout(900_000);

describeWith('a container engine with docker compose', 'the example for Testcontainers', () => {
  it('starts the image and receives a webhook', async () => {
    await packOnce();
    const folder = temporaryFolder();
    cpSync(join(ROOT, 'examples/testcontainers'), folder, { recursive: true });
    const tarballs = [CLIENT_TARBALL, NAMEYARD_TARBALL];
    run('npm', ['install', ...tarballs, '--prefer-offline', '--no-audit', '--no-fund'], folder);
    const image = `nameyard-test-kit-${randomInt(2 ** 32).toString(36)}`;
    registerCleanup(() => docker(['image', 'rm', '--force', image]));
    await docker(['build', '--quiet', '--target', 'standalone', '--tag', image, ROOT]);
    // Without the container that cleans up after killed tests, whose image would have to be downloaded.
    const env = { NAMEYARD_IMAGE: image, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    expect(run('npm', ['test', '--silent'], folder, env)).toMatch(/# pass 1\n/);
  });
});
