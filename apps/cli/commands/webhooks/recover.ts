import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { Recover } from '#webhooks';
import type { RecoveryView } from '#webhooks/contract';
import { notice, progress } from '../../output.js';
import { addTenantCommand, type CommonOptions, required, type TenantOptions } from '../add-command.js';
import { parseSince } from '../option-values.js';
import { RECEIVER } from './receivers.js';

const POLL_MS = 500;
const STALLED_MS = 10_000;

interface RecoverOptions extends TenantOptions {
  since: Date;
  wait: boolean;
}

export function defineRecover(webhooks: Command): void {
  addTenantCommand(webhooks, 'recover', {
    description: 'resend all deliveries to a receiver since a time that failed, were skipped, or wait for a retry',
    argument: RECEIVER,
    options: [
      required('--since <time>', 'duration before now (30m, 2h, 3d) or ISO 8601 time').argParser(parseSince),
      new Option('--no-wait', 'do not wait until all deliveries are scheduled'),
    ],
    async run({ services, actor, tenant, argument: id }, { since, wait, json }: RecoverOptions) {
      const recover = services.get(Recover);
      const started = await recover.execute(tenant.id, id, since, actor);
      return wait ? waitUntilDone(started, () => recover.progress(tenant.id, started.id), { json }) : started;
    },
    format: ({ id, receiver_id, state, done, total }) =>
      state === 'done'
        ? `Recovery ${id} is done: ${done} deliveries to ${receiver_id} are scheduled.`
        : `Recovery ${id} has started: ${total} deliveries to ${receiver_id}.`,
  });
}

/** Shows the progress, or a notice if there is none: a recovery needs a running worker. */
async function waitUntilDone(
  started: RecoveryView,
  poll: () => Promise<RecoveryView>,
  options: CommonOptions,
): Promise<RecoveryView> {
  let [view, progressedAt, hasNotified] = [started, performance.now(), false];
  for (; view.state === 'running'; await sleep(POLL_MS)) {
    const next = await poll();
    if (next.done !== view.done) progressedAt = performance.now();
    view = next;
    if (!options.json) progress(`${view.done} of ${view.total} deliveries scheduled`, view.state === 'done');
    if (hasNotified || performance.now() - progressedAt < STALLED_MS || view.state === 'done') continue;
    notice('No progress: is a worker running? Press Ctrl-C to stop waiting; a worker will finish the recovery.');
    hasNotified = true;
  }
  return view;
}
