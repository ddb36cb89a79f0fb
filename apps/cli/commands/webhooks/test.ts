import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { UsageError } from '#platform/errors';
import { FindDeliveries, SendTest } from '#webhooks';
import type { DeliveryDetail } from '#webhooks/contract';
import { addTenantCommand } from '../add-command.js';
import { RECEIVER } from './receivers.js';

const POLL_MS = 100;

/** Longer than the timeout of an attempt. */
const TIMEOUT_MS = 20_000;

export function defineTest(webhooks: Command): void {
  addTenantCommand(webhooks, 'test', {
    description: 'send a test event to a receiver and wait for the response; fails unless it is accepted',
    argument: RECEIVER,
    async run({ services, actor, tenant, argument: id }, { json }) {
      const delivery = await services.get(SendTest).execute(tenant, id, actor);
      const outcome = await settled(delivery, () => services.get(FindDeliveries).get(tenant.id, delivery));
      if (outcome.state === 'delivered') return outcome;
      if (!json) throw new UsageError(format(outcome));
      process.exitCode = 1;
      return outcome;
    },
    format,
  });
}

async function settled(id: string, poll: () => Promise<DeliveryDetail>): Promise<DeliveryDetail> {
  const end = performance.now() + TIMEOUT_MS;
  for (; performance.now() < end; await sleep(POLL_MS)) {
    const detail = await poll();
    if (detail.state !== 'pending') return detail;
  }
  throw new UsageError(
    `No result within ${TIMEOUT_MS / 1_000} s: is a worker running? Check later with \`webhooks delivery ${id}\`.`,
  );
}

function format({ id, receiver_id, last_status, last_reason, log }: DeliveryDetail): string {
  const { duration_ms = 0, answer = '' } = log.at(-1) ?? {};
  if (last_status === null) return `Receiver ${receiver_id} did not respond: ${last_reason}. ${answer} (${id})`;
  const verb = last_reason === null ? 'accepted' : 'rejected';
  return `Receiver ${receiver_id} ${verb} the test event with status ${last_status} after ${duration_ms} ms (${id}).`;
}
