/** Everything that a run starts. It is stopped at the end of the run, however that ends. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const BENCH = import.meta.dirname;
export const ROOT = join(BENCH, '../..');

/** The load generator and the peers, with their own dependencies. */
export const PEERS = join(BENCH, 'peers');

const TIMEOUT_MS = 60_000;
const LAST_RESORT_MS = 12_000;

/** Other variables of the environment could affect the measurement. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot'];

/** Milliseconds of the system's monotonic clock. Unlike `performance.now()`, it is the same in all processes. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** Prints progress to standard error; standard output has the table. */
export const logProgress = line =>
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);

const cleanups = [];
let ending;

export const hasEnded = () => ending !== undefined;

/** After the end, a new cleanup runs immediately. */
export function registerCleanup(cleanup) {
  cleanups.push(cleanup);
  if (ending) ending = ending.then(runCleanups);
}

export const endStage = () => (ending ??= runCleanups());

async function runCleanups() {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      process.stderr.write(`Cleanup failed: ${error.message}\n`);
    }
  }
}

/** A temporary folder. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-bench-'));
  registerCleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** Waits until a function returns a value that is not false. */
export async function waitFor(what, find, { timeoutMs = TIMEOUT_MS, everyMs = 20 } = {}) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not after ${timeoutMs} ms`);
    await sleep(everyMs);
  }
}

/** A process. Its output goes to a file, because the process that generates the load would have to read a pipe. */
export class Child {
  /** @param {boolean} [options.group] signals a process group, because npm does not forward every signal */
  constructor(name, [command, ...args], { env = {}, group = false } = {}) {
    this.name = name;
    this.log = join(newFolder(), 'output.log');
    const output = openSync(this.log, 'a');
    const passedOn = PASSED_ON.filter(name => process.env[name]).map(name => [name, process.env[name]]);
    this.child = spawn(command, args, {
      cwd: ROOT,
      env: { ...Object.fromEntries(passedOn), ...env },
      stdio: ['ignore', output, output],
      detached: group,
    });
    closeSync(output);
    this.pid = this.child.pid ?? -1;
    this.target = group ? -this.pid : this.pid;
    this.exited = new Promise((resolve, reject) => this.child.once('error', reject).once('exit', resolve));
    this.exited.catch(() => {});
    registerCleanup(() => this.end());
  }

  get output() {
    return readFileSync(this.log, 'utf8');
  }

  get isOver() {
    return this.pid < 0 || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits for a match in the output; fails with all output if the process exits first. */
  waitForOutput(pattern) {
    return waitFor(`${this.name} prints ${pattern}`, () => {
      const { isOver, output } = this;
      const match = pattern.exec(output);
      if (!match && isOver) throw new Error(`${this.name} exited without ${pattern}:\n${output}`);
      return match;
    });
  }

  /** Waits until the process exits, and returns its output. */
  async waitForExit() {
    const code = await this.exited;
    if (code !== 0) throw new Error(`${this.name} exited with ${code}:\n${this.output}`);
    return this.output;
  }

  async end() {
    if (this.isOver) return;
    process.kill(this.target, 'SIGTERM');
    const lastResort = setTimeout(() => process.kill(this.target, 'SIGKILL'), LAST_RESORT_MS);
    await this.exited.finally(() => clearTimeout(lastResort));
    // npm exits before its children.
    if (this.target < 0) await waitFor(`${this.name} ends`, () => !isRunning(this.target)).catch(() => {});
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Command line of a program in `programs/`. */
export const programOf = (name, ...args) => [
  process.execPath,
  join(BENCH, 'programs', `${name}.mjs`),
  ...args.map(String),
];

/** For programs that cannot choose a free port themselves. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
