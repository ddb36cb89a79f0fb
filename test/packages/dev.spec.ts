import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';
import { freePort, ROOT, temporaryFolder } from '../support/paths.js';

/** A compilation takes ten seconds of CPU time, and minutes on a busy machine. */
const COMPILATION_MS = 400_000;

/** A copy of the sources, which tests can change. */
function checkout(): string {
  const folder = temporaryFolder();
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().trim().split('\n')) cpSync(join(ROOT, file), join(folder, file));
  // One link per package, because npm empties the folder of modules, also through a link, before it installs.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter(name => !name.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  cpSync(join(ROOT, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
  return folder;
}

describe('npm run dev', () => {
  const folder = checkout();
  const banner = join(folder, 'apps/cli/start/banner.ts');

  it(
    'serves the service and the portal, and restarts the service after a change',
    async () => {
      const port = String(await freePort());
      const env = { PORT: port, DATA_DIR: temporaryFolder() };
      const dev = new Program('npm', ['run', 'dev'], env, { cwd: folder, detached: true });
      await dev.waitForOutput('Nameyard is running.', COMPILATION_MS);
      const [portal = ''] = /http:\/\/127\.0\.0\.1:\d+\/portal\//.exec(stripVTControlCharacters(dev.stdout)) ?? [];
      expect(await (await fetch(portal)).text()).toContain('/@vite/client');
      expect((await fetch(`${portal}api/session`)).status).toBe(401);

      writeFileSync(banner, readFileSync(banner, 'utf8').replace('Nameyard is running.', 'Nameyard runs again.'));
      await dev.waitForOutput('Nameyard runs again.', COMPILATION_MS);
      await eventually(async () => expect((await fetch(`${portal}api/session`)).status).toBe(401));

      dev.signalGroup('SIGINT');
      await dev.exited;
      await expect(fetch(portal)).rejects.toThrow('fetch failed');
      await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow('fetch failed');
    },
    2 * COMPILATION_MS,
  );
});

describe('npm run release', () => {
  const folder = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const release = (...args: string[]) =>
    new Program('npm', ['run', '--silent', 'release', '--', ...args], {}, { cwd: folder }).exited;

  beforeAll(() => {
    for (const file of [
      'apps/pack/release.mjs',
      '.env.example',
      'Dockerfile',
      'docker-compose.yml',
      'deploy/kubernetes/kustomization.yaml',
    ])
      cpSync(join(ROOT, file), join(folder, file));
    const scripts = { release: 'node apps/pack/release.mjs', test: 'node -e 0', pack: 'echo packed' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', type: 'module', scripts }));
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n\n- Names.\n');
    git('init', '--quiet');
    git('config', 'user.email', 'release@example.com');
    git('config', 'user.name', 'Release');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Start');
  });

  it('dates the changes of the first release, and tags its commit', async () => {
    expect(await release('1.0.0')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/packed[^]*git push --follow-tags/),
    });
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /## Unreleased\n\n## 1\.0\.0 - \d{4}-\d\d-\d\d\n\n### Added/,
    );
    expect(git('describe', '--exact-match')).toBe('v1.0.0');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each([
    ['1.0', 'The version must have the form 1.2.3, not "1.0".'],
    ['1.0.0', 'The tag v1.0.0 already exists.'],
    ['1.1.0', 'The section "Unreleased" of CHANGELOG.md is empty; describe the changes first.'],
  ])('refuses %s with a reason', async (version, reason) => {
    expect(await release(version)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  });

  it('writes the next version to all files that contain it', async () => {
    const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    writeFileSync(join(folder, 'CHANGELOG.md'), text.replace('## Unreleased\n', '## Unreleased\n\n- Prices.\n'));
    expect((await release('1.1.0')).stderr).toContain('There are uncommitted changes; commit them first.');
    git('commit', '--quiet', '--all', '--message', 'Describe prices');
    expect(await release('1.1.0')).toMatchObject({ code: 0 });
    expect(git('show', '--stat', '--format=%s')).toMatch(
      /^Release 1\.1\.0\n[^]*CHANGELOG.md[^]*Dockerfile[^]*kustomization.yaml[^]*docker-compose.yml[^]*package.json/,
    );
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toContain('ARG VERSION=1.1.0');
    for (const file of ['.env.example', 'docker-compose.yml'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('1.0.0');
  });
});
