import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresProblem } from './problem.js';
import { commandOf, identityOf } from './processes.js';

/** What PostgreSQL writes into its data folder while it runs. */
export interface Postmaster {
  pid: number;
  ready: boolean;
}

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
}

/**
 * A name that the command line of our server carries and no other: a process number alone may have passed to another
 * program. Made of the folder itself and not of its path, which may have been renamed since.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  return `nameyard-${dev.toString(16)}-${ino.toString(16)}`;
}

/**
 * Ends a PostgreSQL that lost its service, and takes away what a crash left behind. Only for the holder of the claim.
 * PostgreSQL has a guard of its own against two servers on one folder, in shared memory, which stays in force.
 */
export async function clearTheWay(cluster: string, onLog: (line: string) => void): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster && (await runsOn(cluster, postmaster.pid))) {
    onLog(`Stopping PostgreSQL (process ${postmaster.pid}), which a killed service left on ${cluster}`);
    await stopPostmaster(postmaster.pid);
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function runsOn(cluster: string, pid: number): Promise<boolean> {
  if ((await identityOf(pid)) === null) return false;
  const command = (await commandOf(pid)) ?? '';
  // Started by hand on our folder it does not carry the name, but its path.
  return command.includes(await clusterName(cluster)) || `${command.trim()} `.includes(`-D ${cluster} `);
}

/** First politely to the clients, then at once; the log of the database makes both safe. */
async function stopPostmaster(pid: number): Promise<void> {
  const identity = await identityOf(pid);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already, or not ours to stop: the wait tells.
    }
    const deadline = performance.now() + 8_000;
    while (performance.now() < deadline) {
      if ((await identityOf(pid)) !== identity) return;
      await sleep(20);
    }
  }
  throw new EmbeddedPostgresProblem(`PostgreSQL (process ${pid}) does not stop; end it by hand, then start again`);
}
