/**
 * `npm run pack` builds the npm packages into dist/packages. Arguments select packages: `npm run pack -- client`.
 */
import { packClient } from './client.mjs';
import { packNameyard } from './nameyard.mjs';

const PACKAGES = { client: packClient, nameyard: packNameyard };

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PACKAGES);
for (const name of names) {
  if (!(name in PACKAGES)) {
    process.stderr.write(`Unknown package "${name}"; expected ${Object.keys(PACKAGES).join(' or ')}.\n`);
    process.exit(1);
  }
  await PACKAGES[name]();
}
