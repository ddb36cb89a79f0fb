import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../bundler.mjs';

/**
 * Writes the date of the last commit that changed the source of each documentation page. Pages with generated parts have no
 * date, because these parts change with other files. Without git, or in a shallow clone, no page has a date.
 */
export async function writeLastChanges() {
  const { PAGES } = await import(join(dist, 'apps/docs/site/site-map.js'));
  const isComplete = git('rev-parse', '--is-shallow-repository') === 'false';
  const written = PAGES.filter(({ file }) => !readFileSync(join(dist, '..', file), 'utf8').includes('<!-- generated'));
  const dates = written.map(({ file }) => [file, isComplete ? git('log', '-1', '--format=%cs', '--', file) : '']);
  const known = Object.fromEntries(dates.filter(([, date]) => date !== ''));
  writeFileSync(join(dist, 'apps/docs/site/last-changes.json'), JSON.stringify(known));
}

/** Returns the output; an empty string if git fails or is not installed. */
const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: join(dist, '..'), encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};
