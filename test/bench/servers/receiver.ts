import { Child, ownProgram } from '../stage/child.js';
import { CLI } from '../stage/places.js';
import type { Stage } from '../stage/stage.js';

/** A process that receives webhooks. */
export class Receiver {
  private secret = '';

  private constructor(readonly origin: string) {}

  static async start(stage: Stage): Promise<Receiver> {
    const child = new Child(stage, 'receiver', ownProgram('receiver/server.ts'));
    const [origin = ''] = await child.says(/^http:\S+$/m);
    return new Receiver(origin);
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  /** Has the tenant's events sent here, as its operator would: by the command line, beside the running service. */
  async subscribe(stage: Stage, tenant: string, env: Record<string, string>): Promise<void> {
    const args = ['webhooks', 'add', '--tenant', tenant, '--url', this.url, '--json'];
    const added = await new Child(stage, 'webhooks add', [process.execPath, CLI, ...args], { env }).finished();
    this.secret = (JSON.parse(added) as { secret: string }).secret;
  }

  /** How many messages came since they were last judged. */
  async count(): Promise<number> {
    const response = await fetch(`${this.origin}/count`);
    return Number(await response.text());
  }

  /** What came since it was last asked. */
  async judge(): Promise<{ different: number; complaints: string[] }> {
    const response = await fetch(`${this.origin}/judge`, { method: 'POST', body: this.secret });
    return (await response.json()) as { different: number; complaints: string[] };
  }
}
