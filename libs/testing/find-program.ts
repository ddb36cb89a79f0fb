import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './errors.js';

/** Finds the server of the package that contains this file: the npm package, or a checkout. */
export function findProgram(): string {
  const root = packageFolder(import.meta.dirname);
  const program = join(root, 'dist/apps/cli/main.js');
  if (existsSync(program)) return program;
  throw new StartError(
    `${program} does not exist. Run \`npm run build\` in a checkout; otherwise install nameyard again.`,
  );
}

function packageFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (nameIn(join(folder, 'package.json')) === 'nameyard') return folder;
    if (folder === dirname(folder))
      throw new StartError(
        `No package nameyard contains ${start}. Import nameyard/testing instead of a copy of its files.`,
      );
  }
}

function nameIn(manifest: string): unknown {
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name;
  } catch {
    return undefined;
  }
}
