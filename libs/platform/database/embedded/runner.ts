import { execFile } from 'node:child_process';
import { chown, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries } from './binaries.js';
import { isMissing, EmbeddedPostgresProblem } from './problem.js';
import { publicCopy } from './public-copy.js';

/** How the programs of PostgreSQL are run: with which files, and as whom. */
export interface Runner {
  binaries: Binaries;
  /** Set when we are root: PostgreSQL refuses to work as root. */
  user?: User;
}

interface User {
  uid: number;
  gid: number;
}

/** Users that every system has or may have, the fitting one first. macOS calls its own one _postgres. */
const STAND_INS = ['postgres', '_postgres', 'nobody'];

export async function findRunner(binaries: Binaries, cluster: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return { binaries };
  const user = (await ownerOf(cluster)) ?? (await standIn());
  if (await canRun(binaries, user)) return { binaries, user };
  const copy = await publicCopy(binaries);
  if (await canRun(copy, user)) return { binaries: copy, user };
  throw new EmbeddedPostgresProblem(
    `PostgreSQL does not run as root, and user ${user.uid} cannot run it from ${copy.folder}; ` +
      'start Nameyard as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
  );
}

/**
 * The value of -D. A folder below one that only root may enter (/root, say) cannot be reached by its path as another
 * user. But a process that is started in it can always reach it through the link that Linux keeps of its working
 * folder, and so can the processes that PostgreSQL starts, which inherit it.
 */
export const dataArgument = (runner: Runner, cluster: string): string =>
  runner.user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;

/** Little of our environment is PostgreSQL's business; our secrets in particular are not. */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const entries = kept.flatMap(name => (process.env[name] ? [[name, process.env[name]] as const] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

/** Hands the folder to the user that PostgreSQL runs as, where it still belongs to root. */
export async function handOver(folder: string, user: User | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid !== 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(path, user);
    else if (entry.isFile()) await chown(path, user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

async function ownerOf(cluster: string): Promise<User | undefined> {
  try {
    const { uid, gid } = await stat(cluster);
    return uid === 0 ? undefined : { uid, gid };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function standIn(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'));
  for (const name of STAND_INS) {
    const [, , uid, gid] = users.find(([login]) => login === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresProblem(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as; ' +
      'start Nameyard as an ordinary user',
  );
}

async function canRun(binaries: Binaries, user: User): Promise<boolean> {
  try {
    await promisify(execFile)(binaries.postgres, ['--version'], { ...user, cwd: '/', env: bareEnvironment() });
    return true;
  } catch {
    return false;
  }
}
