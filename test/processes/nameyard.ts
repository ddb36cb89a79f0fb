import { join } from 'node:path';
import { ServiceClient, type Credentials } from './client.js';
import type { CreatedKey } from './keys.js';
import { CLI, freePort, ROOT } from '../support/paths.js';
import { type Database, startDatabase } from './postgres.js';
import { testEnvironment, type Exit, Program } from './program.js';
import { waitFor } from '../support/eventually.js';

export type Environment = Record<string, string>;

/** Runs a CLI command in a process of its own and waits until it exits. */
export function runCli(args: string[], env: Environment): Promise<Exit> {
  const program = new Program(process.execPath, [CLI, ...args], env);
  program.closeInput();
  return program.exited;
}

/** Runs a CLI command in this process, which is much faster. */
export async function runCommand(args: string[], env: Environment): Promise<Exit> {
  const { runInProcess } = (await importNatively(join(ROOT, 'test/processes/run-in-process.mjs'))) as {
    runInProcess(args: string[], env: NodeJS.ProcessEnv): Promise<Exit>;
  };
  return runInProcess(args, { ...testEnvironment(), ...env });
}

/** Of the test environment: imports a module outside the sandbox of the test file. */
declare const importNatively: (module: string) => Promise<unknown>;

/** Runs a CLI command with `--json` and returns the parsed output. */
export async function runCliJson<T = Record<string, unknown>>(args: string[], env: Environment): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env);
  if (code !== 0) throw new Error(`nameyard ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Runs a command that must fail with a short message, and without output. */
export async function expectRefused(args: string[], env: Environment, message: string): Promise<void> {
  const { code, stdout, stderr } = await runCommand(args, env);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
  expect(stderr.trim().split('\n').length).toBeLessThan(4);
}

/** Creates a key with a practically unlimited rate limit unless `--limit` is given. */
export async function newKey(env: Environment, tenant = 'demo', ...options: string[]): Promise<CreatedKey> {
  const limit = options.includes('--limit') ? [] : ['--limit', '1000000'];
  return {
    ...(await runCliJson<CreatedKey>(['keys', 'create', '--tenant', tenant, ...limit, ...options], env)),
    tenant,
  };
}

/** Creates a database with the first tenant, and returns it with the environment of processes that use it. */
export async function startInstallation(settings: Environment = {}): Promise<{ postgres: Database; env: Environment }> {
  const postgres = await startDatabase();
  const env = { ...settings, DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  return { postgres, env };
}

export interface Service {
  program: Program;
  origin: string;
  /** The key printed on the first start; empty on later starts. */
  key: string;
  client(credentials?: Credentials): ServiceClient;
  metrics(): Promise<string>;
}

/** Runs `start`, with PostgreSQL in DATA_DIR unless DATABASE_URL is given. */
export async function startService(env: Environment, launch = [process.execPath, CLI, 'start']): Promise<Service> {
  const [command = '', ...args] = launch;
  const options = { detached: command === 'npm' };
  const METRICS_PORT = env['METRICS_PORT'] ?? String(await freePort());
  const program = new Program(command, args, { PORT: '0', LOG_LEVEL: 'warn', ...env, METRICS_PORT }, options);
  await program.waitForOutput('Stop with Ctrl-C');
  const origin = /base URL +(http:\S+)\/api\/v1$/m.exec(program.stdout)?.[1] ?? '';
  const key = /^ +key +(ny_\w+) /m.exec(program.stdout)?.[1] ?? '';
  const tenant = /^ +tenant +(\S+)$/m.exec(program.stdout)?.[1] ?? '';
  const client = (credentials = { key, tenant }) => new ServiceClient(origin, credentials);
  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  return { program, origin, key, client, metrics };
}

export interface Api {
  program: Program;
  client(credentials: Credentials): ServiceClient;
}

/** Starts an API process of a distributed installation. */
export async function startApi(env: Environment): Promise<Api> {
  const port = await freePort();
  const program = new Program(process.execPath, [join(ROOT, 'dist/apps/api/main.js')], {
    LOG_LEVEL: 'warn',
    ...env,
    PORT: String(port),
  });
  const client = (credentials: Credentials) => new ServiceClient(`http://127.0.0.1:${port}`, credentials);
  const anonymous = client({ key: '', tenant: '' });
  await waitFor('the API to be ready', async () => {
    if (program.hasExited) throw new Error(`The API did not start: ${program.stdout}${program.stderr}`);
    return (await anonymous.statusOf('/health/ready').catch(() => 0)) === 200;
  });
  return { program, client };
}

export async function startWorker(env: Environment): Promise<Program> {
  const program = createWorker(env);
  await program.waitForOutput('worker started');
  return program;
}

/** Runs a worker that is expected to exit by itself. */
export const runWorker = (env: Environment): Promise<Exit> => createWorker(env).exited;

export const createWorker = (env: Environment): Program =>
  new Program(process.execPath, [join(ROOT, 'dist/apps/worker/main.js')], { LOG_LEVEL: 'info', ...env });
