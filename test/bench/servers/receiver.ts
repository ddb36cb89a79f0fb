import type { Report } from '../receiver/report.js';
import { Child, benchProgram } from '../stage/child.js';
import { CLI } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';

/** A process that receives webhooks. */
export class Receiver {
  private secret = '';

  private constructor(readonly origin: string) {}

  static async start(stage: Stage): Promise<Receiver> {
    const child = new Child(stage, 'receiver', benchProgram('receiver/server.ts'));
    const [origin = ''] = await child.waitForOutput(/^http:\S+$/m);
    return new Receiver(origin);
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  /** Adds the receiver for the tenant through the CLI. */
  async subscribe(stage: Stage, tenant: string, env: Record<string, string>): Promise<void> {
    const args = ['webhooks', 'add', '--tenant', tenant, '--url', this.url, '--json'];
    const added = await new Child(stage, 'webhooks add', [process.execPath, CLI, ...args], { env }).waitForExit();
    this.secret = (JSON.parse(added) as { secret: string }).secret;
  }

  /** Verifies the messages since the last report. */
  async report(): Promise<Report> {
    const response = await fetch(`${this.origin}/report`, { method: 'POST', body: this.secret });
    return (await response.json()) as Report;
  }
}
