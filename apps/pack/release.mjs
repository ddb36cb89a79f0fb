/** `npm run release`: prepares a release as one commit, an annotated tag and the packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HELP = `Usage: npm run release -- <version>

Writes the version to all files that contain it, dates the section "Unreleased" of CHANGELOG.md, updates the files in
test/golden, commits, builds the packages into dist/packages, with their checksums and software bills of materials, and
creates the tag v<version>. It pushes nothing.

  npm run release -- 1.1.0
`;

/** Files besides package.json in which every occurrence of the version is the version of Nameyard. */
const VERSIONED = [
  '.env.example',
  'Dockerfile',
  'apps/pack/README.md',
  'docker-compose.yml',
  'deploy',
  'examples',
  'libs/client-go',
  'libs/client-java/README.md',
  'libs/client-java/pom.xml',
  'libs/client-java/src/main/java/dev/nameyard/Nameyard.java',
  'libs/client-php/README.md',
  'libs/client-php/composer.json',
  'libs/client-php/src/Client.php',
  'libs/client-python/README.md',
  'libs/client-python/src/nameyard/_transport.py',
  'libs/client/README.md',
  'libs/client/user-agent.ts',
  'test/deploy/kubernetes.spec.ts',
];

const root = join(import.meta.dirname, '../..');
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim();
const edit = (file, change) => writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));

const [version, ...rest] = process.argv.slice(2);
if (version === undefined || rest.length > 0 || version.startsWith('-')) {
  process.stdout.write(HELP);
  process.exit(version === '--help' || version === '-h' ? 0 : 1);
}
const problem = problemOf(version);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
writeVersion();
edit('CHANGELOG.md', text =>
  text.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} - ${new Date().toISOString().slice(0, 10)}\n`),
);
execFileSync('npm', ['test', '--', 'architecture'], {
  cwd: root,
  env: { ...process.env, UPDATE_GOLDEN: '1' },
  stdio: 'inherit',
});
run('git', 'commit', '--all', '--message', `Release ${version}`);
execFileSync('npm', ['run', 'pack'], { cwd: root, stdio: 'inherit' });
run('git', 'tag', '--annotate', `v${version}`, '--message', `Nameyard ${version}`);
process.stdout.write(
  `Created the tag v${version}, and the packages in dist/packages. Run .ci/run, then: git push --follow-tags\n`,
);

function problemOf(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `The version must have the form 1.2.3, not "${version}".`;
  if (run('git', 'tag', '--list', `v${version}`)) return `The tag v${version} already exists.`;
  if (run('git', 'status', '--porcelain')) return 'There are uncommitted changes; commit them first.';
  const [, unreleased = ''] = /^## Unreleased\n(.*?)(?=^## |$(?![^]))/ms.exec(changelog()) ?? [];
  return unreleased.trim()
    ? undefined
    : 'The section "Unreleased" of CHANGELOG.md is empty; describe the changes first.';
}

function changelog() {
  return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

function writeVersion() {
  const { version: previous } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (previous === version) return;
  run('npm', 'version', version, '--no-git-tag-version');
  const pattern = new RegExp(`(?<![\\d.])${previous.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'g');
  for (const file of run('git', 'ls-files', '--', ...VERSIONED).split('\n'))
    edit(file, text => text.replace(pattern, version));
}
