import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { UsageError } from '#platform/http/errors';
import { FindDeliveries, Deliveries } from '#webhooks';
import type { DeliveryDetail, ListedDelivery, RecoveryView } from '#webhooks/contract';
import { notice, progress, reportError, table } from '../../output.js';
import { addTenantCommand, type CommonOptions, required, type TenantOptions } from '../add-command.js';
import { parseInteger, parseSince } from '../option-values.js';
import { RECEIVER } from './receivers.js';

interface ListOptions extends TenantOptions {
  receiver?: string;
  state?: ListedDelivery['state'];
  limit: number;
  before?: string;
}

const DELIVERY: [string, string] = ['<id>', 'delivery ID from `webhooks deliveries`'];
const STATES = ['queued', 'pending', 'delivered', 'failed', 'skipped'];

export function defineDeliveries(webhooks: Command): void {
  addTenantCommand(webhooks, 'deliveries', {
    description: 'list events that wait for their first attempt, then deliveries, both newest first',
    options: [
      new Option('--receiver <id>', 'only deliveries to this receiver'),
      new Option('--state <state>', 'only deliveries in this state').choices(STATES),
      new Option('--limit <number>', 'maximum number of results').argParser(parseInteger(1, 500)).default(50),
      new Option('--before <id>', 'last delivery of the previous page; lists no waiting events'),
    ],
    run: ({ services, tenant }, { receiver, state, limit, before }: ListOptions) =>
      services.get(FindDeliveries).list(tenant.id, { receiver, state, limit, before }),
    format: views =>
      table(
        views.map(view => ({
          id: view.id ?? '',
          created: view.created_at,
          event: view.event_type,
          state: view.state,
          'waits for': view.waits_for ?? '',
          fault: view.altered ?? '',
          attempts: view.attempts,
          last: view.last_reason ?? view.last_status ?? '',
          receiver: view.receiver_id,
        })),
        'There are no matching deliveries.',
      ),
  });

  addTenantCommand(webhooks, 'delivery', {
    description: 'show a delivery with its body, attempts and responses',
    argument: DELIVERY,
    run: ({ services, tenant, argument: id }) => services.get(FindDeliveries).get(tenant.id, id),
    format: formatDelivery,
  });

  addTenantCommand(webhooks, 'resend', {
    description: 'send a delivery again immediately, in any state',
    argument: DELIVERY,
    async run({ services, actor, tenant, argument: id }) {
      await services.get(Deliveries).resend(tenant.id, id, actor);
      const { body: _, log: __, ...delivery } = await services.get(FindDeliveries).get(tenant.id, id);
      return delivery;
    },
    format: ({ id }) => `Delivery ${id} is being sent again; \`webhooks delivery ${id}\` shows the result.`,
  });
}

function formatDelivery(delivery: DeliveryDetail) {
  const { id, event_id, event_type, receiver_id, state, altered, next_attempt_at, body, log } = delivery;
  const next = next_attempt_at ? `, next attempt at ${next_attempt_at}` : '';
  const fault = altered ? ` (fault: ${altered})` : '';
  const attempts = log.map(({ number, trigger, started_at, duration_ms, status, reason }) => ({
    attempt: number,
    trigger,
    started: started_at,
    ms: duration_ms ?? '',
    result: reason ?? String(status),
  }));
  const responses = log
    .filter(({ answer }) => answer !== '')
    .map(({ number, answer }) => `Response to attempt ${number}:\n${answer}`);
  return [
    `${id}: ${event_type} ${event_id} to ${receiver_id} is ${state}${next}${fault}.`,
    table(attempts, 'No attempt has been made.'),
    `Body:\n${body}`,
    ...responses,
  ].join('\n\n');
}

const RECOVERY_POLL_MS = 500;
const STALLED_MS = 10_000;

type RecoverOptions = TenantOptions & { since: Date; wait: boolean };

export function defineRecover(webhooks: Command): void {
  addTenantCommand(webhooks, 'recover', {
    description: 'resend all failed, skipped and retrying deliveries to a receiver since a time',
    argument: RECEIVER,
    options: [
      required('--since <time>', 'duration before now (30m, 2h, 3d) or ISO 8601 time').argParser(parseSince),
      new Option('--no-wait', 'do not wait until all deliveries are scheduled'),
    ],
    async run({ services, actor, tenant, argument: id }, { since, wait, json }: RecoverOptions) {
      const deliveries = services.get(Deliveries);
      const started = await deliveries.recover(tenant.id, id, since, actor);
      return wait ? waitUntilDone(started, () => deliveries.recovery(tenant.id, started.id), { json }) : started;
    },
    format: ({ id, receiver_id, state, done, total }) =>
      state === 'done'
        ? `Recovery ${id} is done: ${done} deliveries to ${receiver_id} are scheduled.`
        : `Recovery ${id} has started: ${total} deliveries to ${receiver_id}.`,
  });
}

/** Shows the progress. After `STALLED_MS` without progress, a notice asks whether a worker is running. */
async function waitUntilDone(
  started: RecoveryView,
  poll: () => Promise<RecoveryView>,
  options: CommonOptions,
): Promise<RecoveryView> {
  let [view, progressedAt, hasNotified] = [started, performance.now(), false];
  for (; view.state === 'running'; await sleep(RECOVERY_POLL_MS)) {
    const { done } = view;
    view = await poll();
    if (view.done !== done) progressedAt = performance.now();
    if (!options.json)
      progress(`${view.done} of ${view.total} deliveries scheduled`, { isLast: view.state === 'done' });
    const isStalled = view.state === 'running' && performance.now() - progressedAt >= STALLED_MS;
    if (isStalled && !hasNotified)
      notice('No progress: is a worker running? Press Ctrl-C to stop waiting; a worker will finish the recovery.');
    hasNotified ||= isStalled;
  }
  return view;
}

const TEST_POLL_MS = 100;

/** An attempt times out after 15 seconds. */
const TEST_TIMEOUT_MS = 20_000;

export function defineTest(webhooks: Command): void {
  addTenantCommand(webhooks, 'test', {
    description: 'send a test event to a receiver and wait for the response; fails unless it is accepted',
    argument: RECEIVER,
    async run({ services, actor, tenant, argument: id }, { json }) {
      const delivery = await services.get(Deliveries).sendTest(tenant, id, actor);
      const outcome = await waitForOutcome(delivery, () => services.get(FindDeliveries).get(tenant.id, delivery));
      if (outcome.state === 'delivered') return outcome;
      const failure = new UsageError(formatTest(outcome));
      if (!json) throw failure;
      reportError(failure);
      return outcome;
    },
    format: formatTest,
  });
}

async function waitForOutcome(id: string, poll: () => Promise<DeliveryDetail>): Promise<DeliveryDetail> {
  const end = performance.now() + TEST_TIMEOUT_MS;
  for (; performance.now() < end; await sleep(TEST_POLL_MS)) {
    const detail = await poll();
    if (detail.state !== 'pending') return detail;
  }
  throw new UsageError(
    `No result within ${TEST_TIMEOUT_MS / 1_000} s: is a worker running? Check later with \`webhooks delivery ${id}\`.`,
  );
}

function formatTest({ id, receiver_id, last_status, last_reason, log }: DeliveryDetail): string {
  const { duration_ms = 0, answer = '' } = log.at(-1) ?? {};
  if (last_status === null) return `Receiver ${receiver_id} did not respond: ${last_reason}. ${answer} (${id})`;
  const verb = last_reason === null ? 'accepted' : 'rejected';
  return `Receiver ${receiver_id} ${verb} the test event with status ${last_status} after ${duration_ms} ms (${id}).`;
}
