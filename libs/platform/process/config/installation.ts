import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of package.json: a checkout, the npm package, or `/app` in a container. */
const ROOT = findRoot(import.meta.dirname);

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

export const VERSION = manifest.version;

/** Only a checkout contains the sources. */
export const isCheckout = existsSync(join(ROOT, 'libs'));

const isInstalled = basename(dirname(ROOT)) === 'node_modules';

/** How people run the command line of this installation, for messages. */
export const COMMAND = isCheckout ? 'npm run cli --' : isInstalled ? 'npx nameyard' : 'nameyard';

function findRoot(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : findRoot(parent);
}
