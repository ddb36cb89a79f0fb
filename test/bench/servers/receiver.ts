import { Child, benchProgram } from '../stage/child.js';
import { CLI } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';

/** A process that receives webhooks. */
export class Receiver {
  private secret = '';

  private constructor(readonly origin: string) {}

  static async start(stage: Stage): Promise<Receiver> {
    const child = new Child(stage, 'receiver', benchProgram('receiver/server.ts'));
    const [origin = ''] = await child.says(/^http:\S+$/m);
    return new Receiver(origin);
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  /** Adds the receiver for the tenant through the CLI. */
  async subscribe(stage: Stage, tenant: string, env: Record<string, string>): Promise<void> {
    const args = ['webhooks', 'add', '--tenant', tenant, '--url', this.url, '--json'];
    const added = await new Child(stage, 'webhooks add', [process.execPath, CLI, ...args], { env }).finished();
    this.secret = (JSON.parse(added) as { secret: string }).secret;
  }

  /** Number of messages since the last check. */
  async count(): Promise<number> {
    const response = await fetch(`${this.origin}/count`);
    return Number(await response.text());
  }

  /** Checks the messages since the last check. */
  async judge(): Promise<{ different: number; problems: string[] }> {
    const response = await fetch(`${this.origin}/judge`, { method: 'POST', body: this.secret });
    return (await response.json()) as { different: number; problems: string[] };
  }
}
