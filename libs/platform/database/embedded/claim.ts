import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, ifMissing } from './errors.js';
import { identityOf } from './processes.js';

/** The content of `service.json` in the data folder. */
interface Service {
  pid: number;
  identity: string | null;
}

const TIMEOUT_MS = 8_000;
const fileOf = (dataDir: string) => join(dataDir, 'service.json');

/**
 * Makes this process the only service on the folder. Waits for an earlier service that is shutting down.
 * @throws EmbeddedPostgresError when another service keeps running
 */
export async function claim(dataDir: string): Promise<void> {
  const service: Service = { pid: process.pid, identity: await identityOf(process.pid) };
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await create(dataDir, service))) {
    const { text, running } = await read(dataDir);
    if (running) {
      if (performance.now() > deadline) throw alreadyRunning(dataDir, running.pid);
      await sleep(100);
    } else if (text !== null) await discard(dataDir, text);
  }
}

export async function release(dataDir: string): Promise<void> {
  const { running } = await read(dataDir);
  if (running?.pid === process.pid) await rm(fileOf(dataDir), { force: true });
}

/** Whether a service runs on the folder. */
export async function isClaimed(dataDir: string): Promise<boolean> {
  return (await read(dataDir)).running !== null;
}

/** Resolves to false if the file exists. The hard link makes the complete file appear atomically. */
async function create(dataDir: string, service: Service): Promise<boolean> {
  const draft = draftOf(dataDir);
  try {
    await writeFile(draft, `${JSON.stringify(service)}\n`);
    await link(draft, fileOf(dataDir));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the file of a dead service, and restores it if another process has replaced it in the meantime. */
async function discard(dataDir: string, text: string): Promise<void> {
  const removed = draftOf(dataDir);
  try {
    await rename(fileOf(dataDir), removed);
    if ((await readFile(removed, 'utf8')) !== text) await link(removed, fileOf(dataDir));
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await rm(removed, { force: true });
  }
}

/** The text of the file, and its service if that is still running. */
async function read(dataDir: string): Promise<{ text: string | null; running: Service | null }> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(ifMissing(null));
  const service = text === null ? null : parse(text);
  const identity = service && (await identityOf(service.pid));
  return { text, running: identity !== null && identity === service!.identity ? service : null };
}

function parse(text: string): Service | null {
  try {
    const service = JSON.parse(text) as Service;
    return Number.isInteger(service.pid) ? service : null;
  } catch {
    return null;
  }
}

const draftOf = (dataDir: string) => `${fileOf(dataDir)}.${randomBytes(6).toString('hex')}`;

const alreadyRunning = (dataDir: string, pid: number) =>
  new EmbeddedPostgresError(
    `Nameyard already runs on ${dataDir} (process ${pid}); stop it, or set DATA_DIR to another folder`,
  );
