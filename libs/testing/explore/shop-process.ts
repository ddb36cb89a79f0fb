import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { StartError } from '../errors.js';
import { realTime } from '../real-time.js';

export interface StartShopOptions {
  /** Command for a shell. */
  run: string;
  host: string;
  port: number;
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface ShopProcess {
  /** Resolves to the last lines of the output when the shop and all its child processes have ended. */
  ended: Promise<string>;
  /** Ends the shop and all its child processes. */
  stop(): Promise<void>;
}

/** Maximum duration of the start in milliseconds. */
const TIMEOUT = 60_000;
const POLL = 50;
const OUTPUT_LINES = 40;
/** Time between SIGTERM and SIGKILL in milliseconds. */
const GRACE = 5_000;

/**
 * Starts a shop in a new process group, and waits until it listens on its host and port.
 * @throws StartError with the last lines of its output
 */
export async function startShop({ run, host, port, env, signal }: StartShopOptions): Promise<ShopProcess> {
  const child = spawn(run, {
    shell: true,
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', line => {
      if (output.push(line) > OUTPUT_LINES) output.shift();
    });
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()).once('error', () => resolve()));
  // 'close' comes after 'exit': child processes of the shell can outlive the shell, and keep its output open.
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  // The shop must not outlive this process.
  const onExit = () => end(child, 'SIGKILL');
  process.once('exit', onExit);
  const stop = async () => {
    process.off('exit', onExit);
    end(child, 'SIGTERM');
    const timer = realTime.setTimeout(() => end(child, 'SIGKILL'), GRACE);
    await exited;
    realTime.clearTimeout(timer);
    // The shell may have ended before its child processes.
    end(child, 'SIGKILL');
  };
  const lastOutput = () => (output.length > 0 ? `Its last output was:\n${output.join('\n')}` : 'It printed nothing.');
  const problem = await waitUntilListening({ host, port }, exited, signal);
  if (problem === undefined) return { ended: closed.then(lastOutput), stop };
  await stop();
  throw new StartError(`The shop did not start: \`${run}\` ${problem}. ${lastOutput()}`);
}

/** Returns undefined when the shop listens; otherwise, what went wrong. */
async function waitUntilListening(
  address: { host: string; port: number },
  exited: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { port } = address;
  const deadline = realTime.now() + TIMEOUT;
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  let successes = 0;
  for (;;) {
    successes = (await isListening(address)) ? successes + 1 : 0;
    if (signal?.aborted) return 'was interrupted';
    if (hasExited && successes > 0) return `ended, and something else listens on the port ${port}`;
    if (hasExited) return `ended before it listened on the port ${port} (in the variable PORT)`;
    // Requires two successful connections, because another program can use the port for a moment.
    if (successes === 2) return undefined;
    if (realTime.now() > deadline) return `did not listen on the port ${port} (in the variable PORT) in ${TIMEOUT} ms`;
    await new Promise(resolve => void realTime.setTimeout(resolve, POLL));
  }
}

async function isListening(address: { host: string; port: number }): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Ends a process group, if it still exists. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') return void spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
