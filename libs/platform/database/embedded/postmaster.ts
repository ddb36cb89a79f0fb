import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.js';
import { commandOf, identityOf } from './processes.js';
import type { Runner } from './runner.js';

/** The content of postmaster.pid, which PostgreSQL writes into its data folder while it runs. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 1 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null;
}

/**
 * A unique name in the command line of our server, because its process ID may have been reused by another program.
 * Derived from the inode, because the folder may have been renamed.
 */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  return `nameyard-${dev.toString(16)}-${ino.toString(16)}`;
}

/**
 * Stops a PostgreSQL that has lost its service, and removes a stale postmaster.pid. Requires the claim on the folder.
 * PostgreSQL also protects the folder against a second server through shared memory.
 */
export async function stopOrphan({ cluster, onLog }: Runner): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  // Reads the identity before the command line: if the server exits in between, `stopPostmaster` sees that it is gone.
  const identity = postmaster ? await identityOf(postmaster.pid) : null;
  if (postmaster && identity && (await runsOn(cluster, postmaster.pid))) {
    onLog(`Stopping PostgreSQL (process ${postmaster.pid}), which is still running on ${cluster}`);
    await stopPostmaster(postmaster.pid, identity);
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function runsOn(cluster: string, pid: number): Promise<boolean> {
  const command = (await commandOf(pid)) ?? '';
  // A server that was started by hand has the path of the folder in its command line, but not the name.
  return command.includes(await clusterName(cluster)) || `${command.trim()} `.includes(`-D ${cluster} `);
}

/** Tries a fast shutdown, then an immediate one, then SIGKILL; the write-ahead log makes all of them safe. */
async function stopPostmaster(pid: number, identity: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has exited, or this user may not stop it; the loop finds out.
    }
    const deadline = performance.now() + 8_000;
    while (performance.now() < deadline) {
      if ((await identityOf(pid)) !== identity) return;
      await sleep(20);
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop; stop it manually, then start again`);
}
