/**
 * `npm run pack` builds the packages into dist/packages, from a current build. Arguments select packages:
 * `npm run pack -- client`.
 */
import { prepare } from '../cli/prepare.mjs';

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
