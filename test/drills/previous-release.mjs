/** `npm run drill -- previous`: the tests of an earlier release, on the schema of this one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Folders whose tests use the service over HTTP. */
const TESTS = 'test/(checkout|domains|events|orders|portal|registrar|storefront|tenancy|testcontrol|usage|webhooks)/';

/** What makes the tests of a release use another schema. */
const HOOK = 'test/support/foreign-schema.ts';

/** Returns the exit code. Processes of the earlier release run during an upgrade and after a rollback. */
export function testPreviousRelease(ref) {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-previous-'));
  try {
    const commit = execFileSync('git', ['rev-parse', '--verify', `${ref}^{commit}`], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
    run('git', ['clone', '--quiet', root, folder]);
    run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
    if (!existsSync(join(folder, HOOK)))
      throw new Error(`The tests of ${ref} cannot use another schema; ${HOOK} is missing.`);
    run('npm', ['test', '--', TESTS], { cwd: folder, env: { ...process.env, TEST_SCHEMA_OF: root } });
    return 0;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}
