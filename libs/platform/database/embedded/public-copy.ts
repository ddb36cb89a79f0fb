import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { binariesIn, type Binaries } from './binaries.js';

/**
 * Copies the programs to a folder that every user can read, for when node_modules is below a folder such as /root.
 * PostgreSQL locates its libraries through the path of its executable, so every parent folder must be accessible.
 */
export async function publicCopy(binaries: Binaries): Promise<Binaries> {
  const name = `postgresql-${binaries.version}-${process.arch}`;
  for (const parent of ['/var/cache/nameyard', join(tmpdir(), 'nameyard-cache')]) {
    const folder = join(parent, name);
    if ((await isTrusted(folder)) || (await copyInto(parent, folder, binaries.folder)))
      return binariesIn(folder, binaries.version);
  }
  const folder = await mkdtemp(join(tmpdir(), 'nameyard-'));
  await copyReadable(binaries.folder, folder);
  return binariesIn(folder, binaries.version);
}

/** Root runs these programs, so only root may have been able to write them. */
async function isTrusted(folder: string): Promise<boolean> {
  return (await belongsToRoot(dirname(folder))) && (await belongsToRoot(folder));
}

async function belongsToRoot(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  return stats !== null && stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0;
}

/** Renames the complete copy, so that concurrent starts never see a partial one. */
async function copyInto(parent: string, target: string, source: string): Promise<boolean> {
  let draft: string | undefined;
  try {
    await mkdir(parent, { mode: 0o755 }).catch(() => undefined);
    if (!(await belongsToRoot(parent))) return false;
    await chmod(parent, 0o755);
    draft = await mkdtemp(`${target}.`);
    await copyReadable(source, draft);
    await rename(draft, target).catch(() => undefined);
    return await isTrusted(target);
  } catch {
    return false;
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true });
  }
}

async function copyReadable(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await copyReadable(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else if (!entry.name.endsWith('.a')) {
      await copyFile(from, to);
      await chmod(to, (await lstat(from)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
