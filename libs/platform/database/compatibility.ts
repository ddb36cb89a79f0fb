import type pg from 'pg';
import { VERSION } from '../process/config/installation.js';

/**
 * The oldest release whose processes work with the schema of this one. Raise it in the release that contracts the schema:
 * that drops or renames what an earlier release still uses. See "Migrations" in CONTRIBUTING.md.
 */
export const OLDEST_COMPATIBLE_RELEASE = '1.0.0';

/** Whether a release, for example `1.2.3`, is not older than another. Suffixes such as `-rc.1` are ignored. */
export function isAtLeast(release: string, other: string): boolean {
  const [ours, theirs] = [release, other].map(text => text.split('-', 1)[0]!.split('.').map(Number));
  for (const [index, part] of theirs!.entries()) if (part !== ours![index]) return (ours![index] ?? 0) > part;
  return true;
}

/** Whether this release works with a database that has migrations of a newer one, according to that one. */
export async function acceptsThisRelease(
  client: pg.Client,
): Promise<{ accepted: boolean; oldest: string | undefined }> {
  if (!(await hasInstallation(client))) return { accepted: false, oldest: undefined };
  const { rows } = await client.query<{ oldest: string }>('SELECT oldest_release AS oldest FROM platform.installation');
  const oldest = rows[0]?.oldest;
  return { accepted: oldest !== undefined && isAtLeast(VERSION, oldest), oldest };
}

/** Records for earlier releases whether they work with the schema. */
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
