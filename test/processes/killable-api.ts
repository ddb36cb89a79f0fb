import { join } from 'node:path';
import { ROOT } from '../support/paths.js';
import { type Api, type Environment, startApi } from './nameyard.js';

/** Environment of a process that can be killed right after a commit. */
export const KILL_HOOK: Environment = {
  NODE_OPTIONS: `--import ${join(ROOT, 'test/processes/kill-after-commit.mjs')}`,
};

/** An API process that can be killed right after a commit. The next one starts when it is needed. */
export class KillableApi {
  private api: Api | undefined;
  private armed = 0;

  constructor(private readonly env: Environment) {}

  /** A process that is killed after its commit number `count` from now on. */
  async killAfter(count: number): Promise<Api> {
    if (!this.api || this.api.program.hasExited) this.api = await startApi({ ...this.env, ...KILL_HOOK });
    const id = `${++this.armed}.`;
    this.api.program.write(`${count} ${id}\n`);
    await this.api.program.waitForOutput(`armed ${id}`);
    return this.api;
  }
}
