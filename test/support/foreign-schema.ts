import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Folder of a later release whose schema the tests use; see `npm run drill -- previous`. */
export const schemaOf = process.env['TEST_SCHEMA_OF'];

/** Not the command `migrate`, which also creates the first tenant. */
const PROGRAM = `
  const [folder, url] = process.argv.slice(1);
  const from = path => import(folder + '/dist/' + path);
  const { migrate } = await from('libs/platform/database/index.js');
  const { createLogger } = await from('libs/platform/observability/log/index.js');
  const { storages } = await from('apps/storage.js');
  await migrate(url, storages, createLogger('silent'));`;

/** Creates the schema of the release in `folder`, which has been built. */
export async function migrateWith(folder: string, databaseUrl: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM, folder, databaseUrl], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}
