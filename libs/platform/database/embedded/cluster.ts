import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskFull, EmbeddedPostgresError, findErrorLine, ifMissing } from './errors.js';
import { chownFromRoot, dataArgument, minimalEnvironment, type Runner } from './runner.js';

export const ROLE = 'nameyard';
export const DATABASE = 'nameyard';

/** Sorts by code point and uses Unicode's character classes, independent of the operating system. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

const HOST_RULES = `# Written by Nameyard: only this machine, and only with the password.\nhost all all 127.0.0.1/32 scram-sha-256\n`;

interface Cluster {
  created: boolean;
  password: string;
}

/** Creates the cluster if it does not exist, and sets a new password if the password file is lost. */
export async function ensureCluster(runner: Runner): Promise<Cluster> {
  const { cluster } = runner;
  const dataDir = dirname(cluster);
  await removeDrafts(cluster);
  const version = await majorVersionOf(cluster);
  const known = await readPassword(dataDir);
  const password = known ?? randomBytes(32).toString('base64url');
  if (version === null) {
    if (!known) await writePassword(dataDir, password);
    await createCluster(runner, password);
    return { created: true, password };
  }
  const supported = runner.binaries.version.split('.')[0]!;
  if (version !== supported) throw wrongVersion(cluster, version, supported);
  await chownFromRoot(cluster, runner.user);
  if (!known) {
    const failureOf = (reason: string) =>
      `Could not set a new password of the database in ${cluster}: ${reason}; restore ${passwordFile(dataDir)}`;
    await runSingleUser(runner, cluster, [setPassword(password)], failureOf);
    await writePassword(dataDir, password);
  }
  return { created: false, password };
}

export async function readPassword(dataDir: string): Promise<string | null> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch(ifMissing(''));
  return text.trim() || null;
}

const writePassword = (dataDir: string, password: string) =>
  writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600, flush: true });

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');
const setPassword = (password: string) => `ALTER ROLE ${ROLE} PASSWORD '${password}'`;

/** Renames the folder when it is complete, so that a crash leaves nothing that looks like a cluster. */
async function createCluster(runner: Runner, password: string): Promise<void> {
  const draft = `${runner.cluster}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await chownFromRoot(draft, runner.user);
    // No server runs with "trust": pg_hba.conf is replaced before the first start.
    const superuser = ['-U', ROLE, '--auth=trust'];
    const options = [...superuser, ...LOCALE, ...(runner.isTemporary ? ['--no-sync'] : [])];
    const failureOf = (reason: string) =>
      `Could not create a database in ${dirname(draft)}: ${reason}; set DATA_DIR to another folder, or use DATABASE_URL`;
    const args = ['-D', dataArgument(runner, draft), ...options];
    await run(runner, runner.binaries.initdb, args, { cwd: draft, failureOf });
    await runSingleUser(runner, draft, [setPassword(password), `CREATE DATABASE ${DATABASE}`], failureOf);
    await writeFile(join(draft, 'pg_hba.conf'), HOST_RULES, { flush: true });
    await rename(draft, runner.cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Runs statements in single-user mode, one per line, until the first error. */
async function runSingleUser(
  runner: Runner,
  cluster: string,
  statements: string[],
  failureOf: (reason: string) => string,
): Promise<void> {
  const args = ['--single', '-D', dataArgument(runner, cluster), '-c', 'exit_on_error=on', 'postgres'];
  const input = statements.map(line => `${line}\n`).join('');
  await run(runner, runner.binaries.postgres, args, { cwd: cluster, failureOf, input });
}

/** @param failureOf the message for an error of the program */
async function run(
  runner: Runner,
  program: string,
  args: string[],
  { cwd, failureOf, input = '' }: { cwd: string; failureOf: (reason: string) => string; input?: string },
): Promise<void> {
  let output = '';
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, args, { ...runner.user, cwd, env: minimalEnvironment(), windowsHide: true });
    child.stdout.resume();
    child.stderr.on('data', chunk => (output += chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', resolve);
    runner.onSpawn?.();
  });
  if (code === 0) return;
  if (/No space left|Disk quota/.test(output)) throw diskFull(dirname(cwd));
  throw new EmbeddedPostgresError(failureOf(findErrorLine(output)));
}

async function majorVersionOf(cluster: string): Promise<string | null> {
  const entries = await readdir(cluster).catch(ifMissing<string[]>([]));
  if (entries.length === 0) return null;
  if (entries.includes('PG_VERSION')) return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  throw new EmbeddedPostgresError(
    `${cluster} contains files but no database; move it away, or set DATA_DIR to another folder`,
  );
}

/** Retries, because the initdb of a killed service may still be writing; it exits when its files are gone. */
async function removeDrafts(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const drafts = (await readdir(folder)).filter(name => name.startsWith(`${basename(cluster)}.new-`));
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  for (const name of drafts) await rm(join(folder, name), options);
}

const wrongVersion = (cluster: string, version: string, supported: string) =>
  new EmbeddedPostgresError(
    `${cluster} was created by PostgreSQL ${version}, but this is PostgreSQL ${supported}; ` +
      'move the folder away to start with an empty database, or use the version of Nameyard that created it',
  );
