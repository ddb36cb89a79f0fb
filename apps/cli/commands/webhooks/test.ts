import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { UsageError } from '#platform/errors';
import { FindDeliveries, SendTest } from '#webhooks';
import type { DeliveryDetail } from '#webhooks/contract';
import { commandLine } from '../../actor.js';
import { complain, print } from '../../output.js';
import { json } from '../json.js';
import { type ForTenant, TENANT, withTenant } from './tenant.js';

const LOOK_MS = 100;

/** Longer than an attempt may take. */
const PATIENCE_MS = 20_000;

export function addTest(webhooks: Command): void {
  webhooks
    .command('test')
    .description('send a receiver a test, and wait for its answer; fails when that is no success')
    .argument('<id>', 'as `webhooks list` shows it')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (id: string, { tenant, ...options }: ForTenant) => {
      const outcome = await withTenant(tenant, async (services, owner) => {
        const delivery = await services.get(SendTest).execute(owner, id, commandLine());
        return settled(delivery, () => services.get(FindDeliveries).one(owner.id, delivery));
      });
      if (outcome.state === 'delivered') print(outcome, options, describeOutcome);
      else refuse(outcome, options);
    });
}

async function settled(id: string, look: () => Promise<DeliveryDetail>): Promise<DeliveryDetail> {
  const end = performance.now() + PATIENCE_MS;
  for (; performance.now() < end; await sleep(LOOK_MS)) {
    const detail = await look();
    if (detail.state !== 'pending') return detail;
  }
  throw new UsageError(
    `Nothing came of it within ${PATIENCE_MS / 1_000} s: is a worker running? Look later with \`webhooks delivery ${id}\`.`,
  );
}

function refuse(outcome: DeliveryDetail, options: { json?: boolean }): void {
  if (options.json) print(outcome, options, describeOutcome);
  else complain(new UsageError(describeOutcome(outcome)));
  process.exitCode = 1;
}

function describeOutcome({ id, receiver_id, last_status, last_reason, log }: DeliveryDetail): string {
  const { duration_ms = 0, answer = '' } = log.at(-1) ?? {};
  if (last_status === null) return `Receiver ${receiver_id} did not answer: ${last_reason}. ${answer} (${id})`;
  const took = last_reason === null ? 'took the test' : 'did not take the test';
  return `Receiver ${receiver_id} ${took}: it answered ${last_status} after ${duration_ms} ms (${id}).`;
}
