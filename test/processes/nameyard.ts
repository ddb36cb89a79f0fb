import { join } from 'node:path';
import { Client, type Credentials } from './client.js';
import type { KeyFacts } from './keys.js';
import { CLI, freePort, ROOT } from './places.js';
import { type Ending, Program } from './program.js';
import { until } from './until.js';

export type Environment = Record<string, string>;

/** The command line, run to its end. */
export function nameyard(args: string[], env: Environment): Promise<Ending> {
  const program = new Program(process.execPath, [CLI, ...args], env);
  program.closeInput();
  return program.ended;
}

/** The command line with `--json`: its one value. */
export async function ask<T = Record<string, unknown>>(args: string[], env: Environment): Promise<T> {
  const { code, stdout, stderr } = await nameyard([...args, '--json'], env);
  if (code !== 0) throw new Error(`nameyard ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** A key with a limit that no test comes near, unless it asks for another. */
export async function newKey(env: Environment, tenant = 'demo', ...options: string[]): Promise<KeyFacts> {
  const limit = options.includes('--limit') ? [] : ['--limit', '1000000'];
  return { ...(await ask<KeyFacts>(['keys', 'create', '--tenant', tenant, ...limit, ...options], env)), tenant };
}

export interface Service {
  program: Program;
  origin: string;
  /** As the banner shows it; empty from the second start on. */
  key: string;
  client(credentials?: Credentials): Client;
}

/** `start`, with PostgreSQL in DATA_DIR unless DATABASE_URL is given. */
export async function startService(env: Environment, launch = [process.execPath, CLI, 'start']): Promise<Service> {
  const [command = '', ...args] = launch;
  const options = { detached: command === 'npm' };
  const program = new Program(command, args, { PORT: '0', LOG_LEVEL: 'warn', ...env }, options);
  await program.says('Stop with Ctrl-C');
  const origin = /base URL +(http:\S+)\/api\/v1$/m.exec(program.stdout)?.[1] ?? '';
  const key = /^ +key +(ny_\w+) /m.exec(program.stdout)?.[1] ?? '';
  const tenant = /^ +tenant +(\S+)$/m.exec(program.stdout)?.[1] ?? '';
  return { program, origin, key, client: (credentials = { key, tenant }) => new Client(origin, credentials) };
}

export interface Api {
  program: Program;
  client(credentials: Credentials): Client;
}

/** An API process of a distributed installation. */
export async function startApi(env: Environment): Promise<Api> {
  const port = await freePort();
  const program = new Program(process.execPath, [join(ROOT, 'dist/apps/api/main.js')], {
    LOG_LEVEL: 'warn',
    ...env,
    PORT: String(port),
  });
  const client = (credentials: Credentials) => new Client(`http://127.0.0.1:${port}`, credentials);
  const nobody = client({ key: '', tenant: '' });
  await until('the API to be ready', async () => {
    if (program.hasEnded) throw new Error(`The API did not start: ${program.stdout}${program.stderr}`);
    return (await nobody.statusOf('/health/ready').catch(() => 0)) === 200;
  });
  return { program, client };
}

export async function startWorker(env: Environment): Promise<Program> {
  const program = new Program(process.execPath, [join(ROOT, 'dist/apps/worker/main.js')], {
    LOG_LEVEL: 'info',
    ...env,
  });
  await program.says('worker started');
  return program;
}
