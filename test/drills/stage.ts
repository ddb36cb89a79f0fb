import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docker, Installation } from '../processes/compose.js';
import type { CreatedKey } from '../processes/keys.js';
import { ROOT } from '../support/paths.js';
import { CountingReceiver } from './receiver.js';

export interface Stage {
  installation: Installation;
  key: CreatedKey;
  receiver: CountingReceiver;
}

/** Starts an installation with two APIs and two workers, whose first tenant sends its webhooks to the receiver. */
export async function openStage(): Promise<Stage> {
  report('building the images and starting the installation');
  const installation = await Installation.build(
    { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
    process.env['DRILL_PROJECT'],
  );
  await installation.up('--scale', 'api=2', '--scale', 'worker=2');
  const receiver = await CountingReceiver.start(await gatewayOf(installation));
  await installation.runCli('webhooks', 'add', '--url', receiver.url, '--tenant', 'demo');
  return { installation, key: await installation.newKey(), receiver };
}

/** The address of this machine in the network of the containers. */
async function gatewayOf(installation: Installation): Promise<string> {
  const [worker = ''] = await installation.containers('worker');
  const gateways = await docker([
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.Gateway}} {{end}}',
    worker,
  ]);
  return gateways.trim().split(' ')[0]!;
}

/** Shows progress without Jest's decoration. */
export function report(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

/** Writes the report of a drill as Markdown, with the logs of the processes beside it, and prints it. */
export function writeReport(drill: string, lines: string[], logs?: string): void {
  const folder = join(ROOT, 'test/drills/results');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${drill}`);
  const file = `${path}.md`;
  writeFileSync(file, `${lines.join('\n')}\n`);
  if (logs !== undefined) writeFileSync(`${path}.log`, logs);
  process.stdout.write(`${lines.join('\n')}\n\nWritten to ${file}\n`);
}

/** A setting of `npm run drill`, or 0. */
export const setting = (name: 'MINUTES' | 'RATE' | 'FAULTS' | 'SEED') => Number(process.env[`DRILL_${name}`] ?? 0);
