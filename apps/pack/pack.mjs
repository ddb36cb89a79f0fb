/**
 * `npm run pack` builds the packages into dist/packages, from a current build, with the checksums of the archives.
 * Arguments select packages: `npm run pack -- client`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../cli/prepare.mjs';
import { packages, repository } from './package-folder.mjs';

const CHECKSUMS = 'SHA256SUMS';
const sha256 = file => createHash('sha256').update(readFileSync(file)).digest('hex');

const PACKAGES = {
  client: async () => (await import('./client.mjs')).packClient(),
  'client-go': async () => (await import('./client-go.mjs')).packGoClient(),
  'client-java': async () => (await import('./client-java.mjs')).packJavaClient(),
  'client-php': async () => (await import('./client-php.mjs')).packPhpClient(),
  'client-python': async () => (await import('./client-python.mjs')).packPythonClient(),
  nameyard: async () => (await import('./nameyard.mjs')).packNameyard(),
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PACKAGES);
const unknown = names.find(name => !(name in PACKAGES));
if (unknown !== undefined) {
  process.stderr.write(`Unknown package "${unknown}"; expected ${Object.keys(PACKAGES).join(' or ')}.\n`);
  process.exit(1);
}
await prepare();
for (const name of names) await PACKAGES[name]();
writeChecksums();

/** For `sha256sum --check SHA256SUMS` next to the archives. */
function writeChecksums() {
  const files = readdirSync(packages, { withFileTypes: true }).filter(
    entry => entry.isFile() && entry.name.includes(repository.version),
  );
  const lines = files
    .map(({ name }) => name)
    .sort()
    .map(name => `${sha256(join(packages, name))}  ${name}\n`);
  writeFileSync(join(packages, CHECKSUMS), lines.join(''));
}
