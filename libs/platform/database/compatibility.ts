import type pg from 'pg';
import { VERSION } from '../process/config/installation.js';

/**
 * The oldest release whose processes work with the schema of this release. Raise it in a release that drops or renames
 * tables or columns which earlier releases use. See "Migrations" in CONTRIBUTING.md.
 */
const OLDEST_COMPATIBLE_RELEASE = '1.0.0';

/** Whether a release, for example `1.2.3`, is not older than another. Suffixes such as `-rc.1` are ignored. */
function isAtLeast(release: string, other: string): boolean {
  const [ours, theirs] = [release, other].map(text => text.split('-', 1)[0]!.split('.').map(Number));
  for (const [index, part] of theirs!.entries()) if (part !== ours![index]) return (ours![index] ?? 0) > part;
  return true;
}

/** Whether this release may use a database that a newer one upgraded, and the oldest release that may. */
export async function acceptsThisRelease(
  client: pg.Client,
): Promise<{ accepted: boolean; oldest: string | undefined }> {
  if (!(await hasInstallation(client))) return { accepted: false, oldest: undefined };
  const { rows } = await client.query<{ oldest: string }>('SELECT oldest_release AS oldest FROM platform.installation');
  const oldest = rows[0]?.oldest;
  return { accepted: oldest !== undefined && isAtLeast(VERSION, oldest), oldest };
}

/** Records the oldest compatible release, which processes of earlier releases read at startup. */
export async function recordCompatibility(client: pg.Client): Promise<void> {
  if (!(await hasInstallation(client))) return;
  await client.query('UPDATE platform.installation SET oldest_release = $1 WHERE oldest_release <> $1', [
    OLDEST_COMPATIBLE_RELEASE,
  ]);
}

async function hasInstallation(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('platform.installation')`);
  return rows.length > 0;
}
