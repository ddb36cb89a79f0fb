import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { Recover } from '#webhooks';
import type { RecoveryView } from '#webhooks/contract';
import { commandLine } from '../../actor.js';
import { note, print, progress } from '../../output.js';
import { since } from '../arguments.js';
import { json } from '../json.js';
import { type ForTenant, TENANT, withTenant } from './tenant.js';

const LOOK_MS = 500;
const PATIENCE_MS = 10_000;

interface Order extends ForTenant {
  since: Date;
  wait: boolean;
}

export function addRecover(webhooks: Command): void {
  webhooks
    .command('recover')
    .description('send a receiver all that failed or was skipped since a time; the worker does it')
    .argument('<id>', 'as `webhooks list` shows it')
    .requiredOption(...TENANT)
    .addOption(
      new Option('--since <time>', 'so long ago (30m, 2h, 3d), or an ISO 8601 instant')
        .argParser(since)
        .makeOptionMandatory(),
    )
    .option('--no-wait', 'do not wait until all of it is on its way')
    .addOption(json())
    .action(async (id: string, { tenant, since, wait, ...options }: Order) => {
      const view = await withTenant(tenant, async (services, owner) => {
        const recover = services.get(Recover);
        const begun = await recover.execute(owner.id, id, since, commandLine());
        return wait ? watch(begun, () => recover.progress(owner.id, begun.id), options) : begun;
      });
      print(view, options, report);
    });
}

/** Looks until it is done; says so when nothing moves, for only a worker can move it. */
async function watch(
  begun: RecoveryView,
  look: () => Promise<RecoveryView>,
  options: { json?: boolean },
): Promise<RecoveryView> {
  let [view, moved, told] = [begun, performance.now(), false];
  for (; view.state === 'running'; await sleep(LOOK_MS)) {
    const next = await look();
    if (next.done !== view.done) moved = performance.now();
    view = next;
    if (!options.json) progress(`${view.done} of ${view.total} are on their way`, view.state === 'done');
    if (told || performance.now() - moved < PATIENCE_MS || view.state === 'done') continue;
    note('Nothing has moved for a while: is a worker running? Ctrl-C leaves the recovery to it.');
    told = true;
  }
  return view;
}

const report = ({ id, receiver_id, state, done, total }: RecoveryView): string =>
  state === 'done'
    ? `Recovery ${id} is done: ${done} deliveries to ${receiver_id} are on their way.`
    : `Recovery ${id} has begun: ${total} deliveries to ${receiver_id}.`;
