import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { storages } from '../../apps/storage.js';
import { goldenPath, isUpdatingGoldens } from '../support/golden.js';
import { migrationFolderOf } from '../support/migrations.js';

const PATH = goldenPath('migrations.json');

/** Hash of each migration's file by its name, which ends with the schema to be unique. */
function hashes(): Record<string, string> {
  const entries = storages.flatMap(({ schema }) => {
    const folder = migrationFolderOf(schema);
    const files = readdirSync(folder).filter(file => /^\d{13}-.*\.ts$/.test(file));
    return files.map(file => [`${basename(file, '.ts')} (${schema})`, hashOf(join(folder, file))] as const);
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('migrations', () => {
  // UPDATE_GOLDEN=1 only adds new ones: databases that ran a migration would differ from those that run its new version.
  it('never change after they have landed', () => {
    const landed = JSON.parse(readFileSync(PATH, 'utf8')) as Record<string, string>;
    const current = hashes();
    expect(current).toMatchObject(landed);
    if (isUpdatingGoldens) writeFileSync(PATH, `${JSON.stringify(current, null, 2)}\n`);
    else expect(Object.keys(current)).toEqual(Object.keys(landed));
  });
});
