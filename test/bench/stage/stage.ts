import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything that a run has started; stopped at its end, however it ends. */
export class Stage {
  private readonly cleanups: (() => unknown)[] = [];
  private ending: Promise<void> | undefined;

  get hasEnded(): boolean {
    return this.ending !== undefined;
  }

  /** Runs cleanups in reverse order. After the end, a new cleanup runs immediately. */
  registerCleanup(cleanup: () => unknown): void {
    this.cleanups.push(cleanup);
    if (this.ending) this.ending = this.ending.then(() => this.runCleanups());
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'nameyard-bench-'));
    this.registerCleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    return folder;
  }

  end(): Promise<void> {
    return (this.ending ??= this.runCleanups());
  }

  private async runCleanups(): Promise<void> {
    for (let cleanup = this.cleanups.pop(); cleanup; cleanup = this.cleanups.pop()) {
      try {
        await cleanup();
      } catch (error) {
        process.stderr.write(`Cleanup failed: ${(error as Error).message}\n`);
      }
    }
  }
}
