import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from './errors.js';
import { findProgram } from './find-program.js';
import type { Access } from './nameyard-server.js';
import { realTime } from './real-time.js';
import type { StartOptions } from './start.js';

/** What `nameyard start --json` prints when the server is ready. */
interface Ready {
  base_url: string;
  tenant: string;
  key: string;
}

/** The environment variables that the server inherits. Others, such as DATABASE_URL or NODE_OPTIONS, belong to the tests. */
const INHERITED = /^(PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|LANG|TZ)$/i;

/**
 * Settings of the server for tests: a rate limit that tests do not reach, short pauses between webhook attempts, and a
 * long database timeout, because on busy machines a process may get no CPU time for a second.
 */
const DEFAULTS = {
  DATABASE_TIMEOUT: '5s',
  LOG_LEVEL: 'warn',
  DEFAULT_RATE_LIMIT: '1000000',
  WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s,5s,30s,2m,10m,30m',
};

const OUTPUT_LINES = 40;
/** Longer than the longest graceful shutdown of the server, in milliseconds. */
const STOP_TIMEOUT = 30_000;

/** Starts the server in a child process and waits until it is ready. */
export async function spawnServer({ port = 0, env = {}, timeout = 60_000, log }: StartOptions) {
  const dataDir = join(tmpdir(), `nameyard-data-${randomUUID()}`);
  const args = [findProgram(), 'start', '--json', '--temporary', dataDir, '--stop-with-stdin'];
  const child = spawn(process.execPath, args, {
    // Ctrl-C in a terminal reaches the test runner only. The server ends when the pipe to its standard input closes.
    detached: true,
    windowsHide: true,
    env: { ...inheritedEnvironment(), ...DEFAULTS, PORT: String(port), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  unref(child);
  const output: string[] = [];
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve).once('error', () => resolve(null)));
  const stop = async () => {
    child.stdin!.end();
    const timer = realTime.setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
    await exited;
    realTime.clearTimeout(timer);
    // The server removes the folder itself, unless it was killed.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  try {
    const ready = await becomesReady({ child, exited, output, timeout, log });
    return { access: { baseUrl: ready.base_url, tenant: ready.tenant, apiKey: ready.key } satisfies Access, stop };
  } catch (error) {
    child.kill();
    await stop();
    throw error;
  }
}

interface Start {
  child: ChildProcess;
  exited: Promise<number | null>;
  /** The last lines of standard error, for error messages. */
  output: string[];
  timeout: number;
  log: StartOptions['log'];
}

function becomesReady({ child, exited, output, timeout, log }: Start): Promise<Ready> {
  const describe = () => (output.length > 0 ? `Its last output was:\n${output.join('\n')}` : 'It logged nothing.');
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      realTime.clearTimeout(timer);
      reject(new StartError(`Nameyard did not start: ${reason} ${describe()}`));
    };
    const timer = realTime.setTimeout(
      () =>
        fail(
          `it was not ready within ${timeout} ms. Set a longer timeout: startNameyard({ timeout: ${2 * timeout} }).`,
        ),
      timeout,
    );
    const onLine = (line: string) => {
      if (output.push(line) > OUTPUT_LINES) output.shift();
      log?.(line);
    };
    createInterface({ input: child.stderr! }).on('line', onLine);
    createInterface({ input: child.stdout! }).once('line', line => {
      realTime.clearTimeout(timer);
      try {
        resolve(JSON.parse(line) as Ready);
      } catch {
        fail(`it printed ${JSON.stringify(line)} instead of its address.`);
      }
    });
    child.once('error', error => fail(`${error.message}.`));
    void exited.then(code => setImmediate(() => fail(`the server exited with code ${code}.`)));
  });
}

/** Lets this process end while the server runs. The server stops when this process ends. */
function unref(child: ChildProcess): void {
  child.unref();
  child.stdin!.on('error', () => undefined);
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
}

const inheritedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => INHERITED.test(entry[0]) && entry[1] !== undefined,
    ),
  );
