import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { majorOf } from './binaries.js';
import { EmbeddedPostgresProblem, isMissing, mostTellingLine } from './problem.js';
import { bareEnvironment, dataArgument, handOver, type Runner } from './runner.js';

export const ROLE = 'nameyard';
export const DATABASE = 'nameyard';

/** The same answers on every machine: sorting by code point, letters as Unicode has them, whatever the system speaks. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

const HOST_RULES = `# Written by Nameyard. Only this machine, only with the password.\nhost all all 127.0.0.1/32 scram-sha-256\n`;

/** Makes sure of a cluster that this PostgreSQL can open, and of the password that opens it to us. */
export async function ensureCluster(
  dataDir: string,
  cluster: string,
  runner: Runner,
  meanwhile?: () => void,
): Promise<Cluster> {
  await removeDrafts(cluster);
  const major = await majorVersionOf(cluster);
  const known = await readPassword(dataDir);
  const password = known ?? randomBytes(32).toString('base64url');
  if (major === null) {
    if (!known) await writePassword(dataDir, password);
    await makeCluster(cluster, runner, password, meanwhile);
    return { created: true, password };
  }
  const ours = majorOf(runner.binaries.version);
  if (major !== ours) throw madeByAnother(cluster, major, ours);
  await handOver(cluster, runner.user);
  if (!known) {
    await sqlOffline(cluster, runner, [setPassword(password)]);
    await writePassword(dataDir, password);
  }
  return { created: false, password };
}

interface Cluster {
  created: boolean;
  password: string;
}

export async function readPassword(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim() || null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const writePassword = (dataDir: string, password: string) =>
  writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600, flush: true });

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');
const setPassword = (password: string) => `ALTER ROLE ${ROLE} PASSWORD '${password}'`;

/** Under another name until it is whole, so that a crash in the middle leaves nothing that looks like a cluster. */
async function makeCluster(cluster: string, runner: Runner, password: string, meanwhile?: () => void): Promise<void> {
  const draft = `${cluster}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await handOver(draft, runner.user);
    // Trust is for these two commands, which need no server; the rules for connections are ours from the first start on.
    const superuser = ['-U', ROLE, '--auth=trust'];
    const initdb = ['-D', dataArgument(runner, draft), ...superuser, ...LOCALE];
    const made = run(runner, runner.binaries.initdb, initdb, draft);
    meanwhile?.();
    await made;
    await sqlOffline(draft, runner, [setPassword(password), `CREATE DATABASE ${DATABASE}`]);
    await writeFile(join(draft, 'pg_hba.conf'), HOST_RULES, { flush: true });
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL without a server: one statement a line, and the first mistake ends it. */
async function sqlOffline(cluster: string, runner: Runner, statements: string[]): Promise<void> {
  const args = ['--single', '-D', dataArgument(runner, cluster), '-c', 'exit_on_error=on', 'postgres'];
  await run(runner, runner.binaries.postgres, args, cluster, statements.map(line => `${line}\n`).join(''));
}

async function run(runner: Runner, program: string, args: string[], cwd: string, input = ''): Promise<void> {
  let output = '';
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, args, { ...runner.user, cwd, env: bareEnvironment(), windowsHide: true });
    child.stdout.resume();
    child.stderr.on('data', chunk => (output += chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  const why = mostTellingLine(output);
  throw new EmbeddedPostgresProblem(
    /No space left|Disk quota/.test(output)
      ? `The disk of ${dirname(cwd)} is full; free some space, or set DATA_DIR to another folder`
      : `Could not make a database in ${dirname(cwd)}: ${why}; set DATA_DIR to another folder, or use DATABASE_URL`,
  );
}

async function majorVersionOf(cluster: string): Promise<string | null> {
  const entries = await readdir(cluster).catch((error: unknown): string[] => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (entries.length === 0) return null;
  if (entries.includes('PG_VERSION')) return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  throw new EmbeddedPostgresProblem(
    `${cluster} holds files, but no database; move it away, or set DATA_DIR to another folder`,
  );
}

/** The initdb of a killed service may still be writing; it gives up when it finds its files gone, hence the retries. */
async function removeDrafts(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const drafts = (await readdir(folder)).filter(name => name.startsWith(`${basename(cluster)}.new-`));
  const thoroughly = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  for (const name of drafts) await rm(join(folder, name), thoroughly);
}

const madeByAnother = (cluster: string, major: string, ours: string) =>
  new EmbeddedPostgresProblem(
    `${cluster} was made by PostgreSQL ${major}, and this is ${ours}; ` +
      'move the folder away to start empty, or use the Nameyard that made it',
  );
