import { jest } from '@jest/globals';
import { read } from '../cli/documented.js';
import { type Load, expectServed, underLoad } from '../processes/load.js';
import { docker, Installation } from '../processes/compose.js';
import type { CreatedKey } from '../processes/keys.js';
import { describeWith } from '../support/requirements.js';

// Building the image and starting the installation can take minutes.
jest.setTimeout(900_000);

describeWith('a container engine with docker compose', 'deploy/upgrade', () => {
  let installation: Installation;
  let key: CreatedKey;

  beforeAll(async () => {
    installation = await Installation.build();
    await installation.up('--scale', 'api=2', '--scale', 'worker=2');
    key = await installation.newKey();
  });

  /** Versions of the images of a service's containers. */
  async function versionsOf(service: string): Promise<string[]> {
    const format = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    const output = await docker(['inspect', '--format', format, ...(await installation.containers(service))]);
    return output.trim().split('\n');
  }

  const expectVersions = async (version: string) =>
    expect([await versionsOf('api'), await versionsOf('worker')]).toEqual([
      [version, version],
      [version, version],
    ]);

  /** Runs an upgrade while orders are sent, all of which must succeed. */
  async function upgradeUnderLoad(prefix: string, args: string[], version: string): Promise<string> {
    let output = '';
    const load: Load = await underLoad(installation.client(key), prefix, async () => {
      const { code, stdout, stderr } = await installation.upgrade(args, version);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      output = stdout;
    });
    expectServed(load);
    const stored = await installation.query(`SELECT count(*) FROM orders.orders WHERE domain LIKE '${prefix}-%'`);
    expect(Number(stored[0])).toBeGreaterThanOrEqual(load.accepted.length);
    return output;
  }

  it('replaces all containers, keeps their number, and answers every request', async () => {
    expect(await upgradeUnderLoad('upgrade', [], 'next')).toContain('--rollback');
    await expectVersions('next');
  });

  it('does nothing if all containers run the image', async () => {
    const before = await installation.containers('api');
    expect((await installation.upgrade(['--no-build'], 'next')).stdout).toContain('already');
    expect(await installation.containers('api')).toEqual(before);
  });

  it('keeps the old version if the migration fails', async () => {
    await installation.query('ALTER TABLE platform.migrations RENAME TO hidden');
    await installation.query('CREATE VIEW platform.migrations AS SELECT 1 AS broken');
    const { code, stdout } = await installation.upgrade([], 'broken');
    expect([code, stdout]).toEqual([1, expect.stringContaining('the migration failed; the old version keeps running')]);
    await installation.query('DROP VIEW platform.migrations');
    await installation.query('ALTER TABLE platform.hidden RENAME TO migrations');
    await expectVersions('next');
    expect((await installation.client(key).search('example.com')).code).toBe('ok');
  });

  it('returns to the previous version, and answers every request', async () => {
    await upgradeUnderLoad('rollback', ['--rollback'], 'next');
    await expectVersions(JSON.parse(read('package.json')).version);
  });
});
