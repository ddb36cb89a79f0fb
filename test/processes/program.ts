import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerCleanup } from '../support/cleanup.js';
import { PATIENT } from '../support/patient.js';
import { ROOT } from '../support/paths.js';
import { waitFor } from '../support/eventually.js';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

const OURS =
  /^(PORT|HOST|TLS_.*|WORKER_PORT|METRICS_.*|DATABASE_.*|REDIS_.*|DATA_DIR|SERVICE_NAME|LOG_LEVEL|NODE_OPTIONS|npm_.*|DEFAULT_.*|BOOTSTRAP_.*|ENCRYPTION_.*|WEBHOOK_.*|BACKUP_.*|OTEL_.*)$/i;

/** The variables of this process without settings of the service, and with a longer timeout. */
export const testEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))),
  ...PATIENT,
});

/** A child process and its output. It never outlives the test file. */
export class Program {
  stdout = '';
  stderr = '';
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private readonly hasGroup: boolean;

  /** @param options `detached` starts a process group, like a terminal does. `managedElsewhere` skips the cleanup. */
  constructor(
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv = {},
    { managedElsewhere = false, ...options }: SpawnOptions & { managedElsewhere?: boolean } = {},
  ) {
    this.child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...options,
      env: { ...testEnvironment(), ...env },
    });
    this.hasGroup = options.detached === true;
    this.child.stdin?.on('error', () => undefined);
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      // Don't wait for a pipe that a grandchild still holds.
      this.child.once('exit', (code, signal) => void this.rest().then(() => resolve(this.exit(code, signal))));
    });
    this.exited.catch(() => undefined);
    if (managedElsewhere) return;
    registerCleanup(async () => {
      await this.end();
      this.signalGroup('SIGKILL');
    });
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Signals the process group, like Ctrl-C does. */
  signalGroup(signal: NodeJS.Signals): void {
    if (!this.hasGroup) return;
    try {
      process.kill(-this.pid, signal);
    } catch {
      // The group has already exited.
    }
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  closeInput(): void {
    this.child.stdin?.end();
  }

  /** Closes the read side of its output pipes. */
  closeOutput(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** Stops the process and waits; kills it if it ignores the signal. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    if (this.hasExited) return this.exited;
    this.signal('SIGCONT');
    this.signal(signal);
    const timeout = setTimeout(() => this.signal('SIGKILL'), 12_000);
    return this.exited.finally(() => clearTimeout(timeout));
  }

  /** Waits for text on standard output; fails with all output if the process exits first or takes too long. */
  async waitForOutput(text: string | RegExp, timeoutMs?: number): Promise<void> {
    const printed = waitFor(
      `${text} on standard output`,
      () => {
        if (this.stdout.match(text)) return true;
        if (this.hasExited) throw new Error(`It exited without printing ${text}`);
        return false;
      },
      timeoutMs,
    );
    await printed.catch((error: Error) => {
      throw new Error(`${error.message}:\n${this.stdout}${this.stderr}`, { cause: error });
    });
  }

  private async rest(): Promise<void> {
    const closed = new Promise(resolve => this.child.once('close', resolve));
    await Promise.race([closed, sleep(500, undefined, { ref: false })]);
  }

  private exit(code: number | null, signal: NodeJS.Signals | null): Exit {
    return { code, signal, stdout: this.stdout, stderr: this.stderr };
  }
}
