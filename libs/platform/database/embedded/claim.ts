import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresProblem, isMissing, isTaken } from './problem.js';
import { identityOf } from './processes.js';

/** What a running service writes into its data folder. The port is there once PostgreSQL accepts connections. */
interface Service {
  pid: number;
  identity: string | null;
  port?: number;
}

const PATIENCE_MS = 8_000;
const fileOf = (dataDir: string) => join(dataDir, 'service.json');

/** Makes this process the one that runs on the folder; a predecessor that is just ending is waited for. */
export async function claim(dataDir: string): Promise<void> {
  const me: Service = { pid: process.pid, identity: await identityOf(process.pid) };
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await write(dataDir, me))) {
    const text = await read(dataDir);
    const owner = text === null ? null : await livingService(text);
    if (!owner && text !== null) await discard(dataDir, text);
    if (!owner) continue;
    if (performance.now() > deadline) throw alreadyRunning(dataDir, owner.pid);
    await sleep(100);
  }
}

/** Tells the commands of the operator where PostgreSQL listens. */
export async function announce(dataDir: string, port: number): Promise<void> {
  const draft = draftOf(dataDir);
  const me: Service = { pid: process.pid, identity: await identityOf(process.pid), port };
  await writeFile(draft, `${JSON.stringify(me)}\n`);
  await rename(draft, fileOf(dataDir));
}

export async function release(dataDir: string): Promise<void> {
  const text = await read(dataDir);
  if (text !== null && parse(text)?.pid === process.pid) await rm(fileOf(dataDir), { force: true });
}

/** The port of the PostgreSQL that a living service keeps in the folder. */
export async function announcedPort(dataDir: string): Promise<number | null> {
  const text = await read(dataDir);
  return (text === null ? null : await livingService(text))?.port ?? null;
}

/** A link appears whole or not at all, so that nobody reads half a file or claims twice. */
async function write(dataDir: string, service: Service): Promise<boolean> {
  const draft = draftOf(dataDir);
  try {
    await writeFile(draft, `${JSON.stringify(service)}\n`);
    await link(draft, fileOf(dataDir));
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Takes a dead service's claim away, and gives it back if another start put its own there in the meantime. */
async function discard(dataDir: string, text: string): Promise<void> {
  const taken = draftOf(dataDir);
  try {
    await rename(fileOf(dataDir), taken);
    if ((await readFile(taken, 'utf8')) !== text) await link(taken, fileOf(dataDir));
  } catch (error) {
    if (!isMissing(error) && !isTaken(error)) throw error;
  } finally {
    await rm(taken, { force: true });
  }
}

async function livingService(text: string): Promise<Service | null> {
  const service = parse(text);
  if (!service) return null;
  const identity = await identityOf(service.pid);
  return identity !== null && identity === service.identity ? service : null;
}

function parse(text: string): Service | null {
  try {
    const service = JSON.parse(text) as Service;
    return Number.isInteger(service.pid) ? service : null;
  } catch {
    return null;
  }
}

async function read(dataDir: string): Promise<string | null> {
  try {
    return await readFile(fileOf(dataDir), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const draftOf = (dataDir: string) => `${fileOf(dataDir)}.${randomBytes(6).toString('hex')}`;

const alreadyRunning = (dataDir: string, pid: number) =>
  new EmbeddedPostgresProblem(
    `Nameyard already runs on ${dataDir} (process ${pid}); stop it, or set DATA_DIR to another folder`,
  );
