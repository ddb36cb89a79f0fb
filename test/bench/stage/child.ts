import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH, ROOT } from './paths.js';
import type { Stage } from './stage.js';

const TIMEOUT_MS = 60_000;
const LAST_RESORT_MS = 12_000;

interface Launch {
  env?: NodeJS.ProcessEnv;
  /** Starts a process group, which is signaled as a whole because npm does not forward every signal. */
  group?: boolean;
}

/** Other variables of the environment could affect the measurement. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot'];

const bareEnvironment = () =>
  Object.fromEntries(PASSED_ON.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])));

/**
 * A process that stops with the benchmark. Its output goes to a file, because the process that generates the load would
 * have to read a pipe.
 */
export class Child {
  private readonly child: ChildProcess;
  private readonly log: string;
  private readonly leadsGroup: boolean;
  private readonly exited: Promise<number | null>;

  constructor(
    stage: Stage,
    readonly name: string,
    [command = '', ...args]: string[],
    { env = {}, group = false }: Launch = {},
  ) {
    this.log = join(stage.folder(), `${name.replaceAll(' ', '-')}.log`);
    const output = openSync(this.log, 'a');
    this.child = spawn(command, args, {
      cwd: ROOT,
      env: { ...bareEnvironment(), ...env },
      stdio: ['ignore', output, output],
      detached: group,
    });
    closeSync(output);
    this.leadsGroup = group;
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject).once('exit', resolve);
    });
    this.exited.catch(() => undefined);
    stage.registerCleanup(() => this.end());
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get output(): string {
    return readFileSync(this.log, 'utf8');
  }

  private get isOver(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits for a match in its output; fails with all output if the process exits first. */
  async waitForOutput(pattern: RegExp, everyMs = 20): Promise<string[]> {
    const deadline = performance.now() + TIMEOUT_MS;
    for (;;) {
      const over = this.isOver;
      const match = pattern.exec(this.output);
      if (match) return [...match];
      if (over || performance.now() > deadline)
        throw new Error(`${this.name} did not print ${pattern}${over ? ' before it exited' : ''}:\n${this.output}`);
      await sleep(everyMs);
    }
  }

  /** Waits until the process exits and returns its output. */
  async waitForExit(): Promise<string> {
    const code = await this.exited;
    if (code !== 0) throw new Error(`${this.name} exited with ${code}:\n${this.output}`);
    return this.output;
  }

  async end(): Promise<void> {
    if (this.isOver) return;
    this.signal('SIGTERM');
    const lastResort = setTimeout(() => this.signal('SIGKILL'), LAST_RESORT_MS);
    await this.exited.finally(() => clearTimeout(lastResort));
    if (this.leadsGroup) await this.groupIsGone();
  }

  /** npm exits before its children. */
  private async groupIsGone(): Promise<void> {
    const deadline = performance.now() + LAST_RESORT_MS;
    while (performance.now() < deadline) {
      try {
        process.kill(-this.pid, 0);
      } catch {
        return;
      }
      await sleep(20);
    }
  }

  private signal(signal: NodeJS.Signals): void {
    if (this.leadsGroup) process.kill(-this.pid, signal);
    else this.child.kill(signal);
  }
}

/** Command line of a program of the bench. */
export const benchProgram = (path: string, ...args: string[]): string[] => [
  process.execPath,
  '--import',
  join(BENCH, 'typescript/register.mjs'),
  join(BENCH, path),
  ...args,
];

/** For programs that cannot choose a free port themselves. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
