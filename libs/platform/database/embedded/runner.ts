import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { type Binaries, binariesIn, findBinaries } from './binaries.js';
import { EmbeddedPostgresError, ifMissing } from './errors.js';

/** A cluster, and how to run PostgreSQL's programs on it. */
export interface Runner {
  /** The data folder of PostgreSQL. */
  cluster: string;
  binaries: Binaries;
  /** Set if this process is root, because PostgreSQL refuses to run as root. */
  user?: User;
  isTemporary?: boolean;
  onLog: (line: string) => void;
  onSpawn?: () => void;
}

interface User {
  uid: number;
  gid: number;
}

/** Users that PostgreSQL may run as, the preferred one first; _postgres is the user on macOS. */
const UNPRIVILEGED_USERS = ['postgres', '_postgres', 'nobody'];

export async function findRunner(options: Omit<Runner, 'binaries' | 'user'>): Promise<Runner> {
  const binaries = await findBinaries();
  if (process.getuid?.() !== 0) return { ...options, binaries };
  const user = (await ownerOf(options.cluster)) ?? (await findUnprivilegedUser());
  if (await canRun(binaries, user)) return { ...options, binaries, user };
  const copy = await publicCopy(binaries);
  if (await canRun(copy, user)) return { ...options, binaries: copy, user };
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot run it from ${copy.folder}; ` +
      'start Nameyard as another user, or set DATABASE_URL to your own PostgreSQL',
  );
}

/**
 * The value of -D. Another user cannot open a path below a private folder such as /root, but Linux gives every process
 * access to its working directory, which the processes of PostgreSQL inherit.
 */
export const dataArgument = ({ user }: Runner, cluster: string): string =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;

/** Environment of PostgreSQL's programs, without our secrets. */
export function minimalEnvironment(): Record<string, string> {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const entries = names.flatMap(name => (process.env[name] ? [[name, process.env[name]] as const] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

/** Changes the owner of a folder and its files from root to the user that PostgreSQL runs as. */
export async function chownFromRoot(folder: string, user: User | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid !== 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownFromRoot(path, user);
    else if (entry.isFile()) await chown(path, user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

async function ownerOf(cluster: string): Promise<User | undefined> {
  const stats = await stat(cluster).catch(ifMissing(undefined));
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

async function findUnprivilegedUser(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'));
  for (const name of UNPRIVILEGED_USERS) {
    const [, , uid, gid] = users.find(([login]) => login === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and no user named postgres or nobody exists; start Nameyard as another user',
  );
}

async function canRun(binaries: Binaries, user: User): Promise<boolean> {
  try {
    await promisify(execFile)(binaries.postgres, ['--version'], { ...user, cwd: '/', env: minimalEnvironment() });
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies the programs to a folder that every user can read, for when node_modules is below a folder such as /root.
 * PostgreSQL locates its libraries through the path of its executable, so every parent folder must be accessible.
 */
async function publicCopy(binaries: Binaries): Promise<Binaries> {
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

/** Whether only root can write the folder. The programs in it read and write the data. */
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
