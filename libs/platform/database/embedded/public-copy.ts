import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { binariesIn, type Binaries } from './binaries.js';

/**
 * A copy of the programs that any user can reach, for when node_modules lies below a folder that only root may enter.
 * PostgreSQL looks for its libraries along the whole path of its executable, so nothing less than another place will do.
 */
export async function publicCopy(binaries: Binaries): Promise<Binaries> {
  const name = `postgresql-${binaries.version}-${process.arch}`;
  for (const shelf of ['/var/cache/nameyard', join(tmpdir(), 'nameyard-cache')]) {
    const folder = join(shelf, name);
    if (await isOurs(folder)) return binariesIn(folder, binaries.version);
    if (await place(binaries.folder, shelf, folder)) return binariesIn(folder, binaries.version);
  }
  const folder = await mkdtemp(join(tmpdir(), 'nameyard-'));
  await copyForAll(binaries.folder, folder);
  return binariesIn(folder, binaries.version);
}

/** Root runs what lies there: only a folder that nobody but root can have filled is taken. */
async function isOurs(folder: string): Promise<boolean> {
  return (await belongsToRoot(dirname(folder))) && (await belongsToRoot(folder));
}

async function belongsToRoot(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** Copies beside the goal and renames, so that a copy is whole or absent, also when two start at once. */
async function place(source: string, shelf: string, goal: string): Promise<boolean> {
  let draft: string | undefined;
  try {
    await mkdir(shelf, { mode: 0o755 }).catch(() => undefined);
    if (!(await belongsToRoot(shelf))) return false;
    await chmod(shelf, 0o755);
    draft = await mkdtemp(`${goal}.`);
    await copyForAll(source, draft);
    await rename(draft, goal).catch(() => undefined);
    return await isOurs(goal);
  } catch {
    return false;
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true });
  }
}

async function copyForAll(source: string, goal: string): Promise<void> {
  await mkdir(goal, { recursive: true });
  await chmod(goal, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(goal, entry.name)];
    if (entry.isDirectory()) await copyForAll(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else if (!entry.name.endsWith('.a')) {
      await copyFile(from, to);
      await chmod(to, (await lstat(from)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
