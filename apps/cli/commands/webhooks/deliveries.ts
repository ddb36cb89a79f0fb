import { type Command, Option } from 'commander';
import { FindDeliveries, Resend } from '#webhooks';
import type { DeliveryDetail, DeliveryView } from '#webhooks/contract';
import { table } from '../../output.js';
import { addTenantCommand, type TenantOptions } from '../add-command.js';
import { parseInteger } from '../option-values.js';

interface ListOptions extends TenantOptions {
  receiver?: string;
  state?: DeliveryView['state'];
  limit: number;
  before?: string;
}

const DELIVERY: [string, string] = ['<id>', 'delivery ID from `webhooks deliveries`'];
const STATES = ['pending', 'delivered', 'failed', 'skipped'];

export function defineDeliveries(webhooks: Command): void {
  addTenantCommand(webhooks, 'deliveries', {
    description: 'list deliveries, newest first',
    options: [
      new Option('--receiver <id>', 'only deliveries to this receiver'),
      new Option('--state <state>', 'only deliveries in this state').choices(STATES),
      new Option('--limit <number>', 'maximum number of results').argParser(parseInteger(1, 500)).default(50),
      new Option('--before <id>', 'last delivery of the previous page'),
    ],
    run: ({ services, tenant }, { receiver, state, limit, before }: ListOptions) =>
      services.get(FindDeliveries).list(tenant.id, { receiver, state, limit, before }),
    format: views =>
      table(
        views.map(view => ({
          id: view.id,
          created: view.created_at,
          event: view.event_type,
          state: view.state,
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
      await services.get(Resend).execute(tenant.id, id, actor);
      const { body: _, log: __, ...delivery } = await services.get(FindDeliveries).get(tenant.id, id);
      return delivery;
    },
    format: ({ id }) => `Delivery ${id} is being sent again; \`webhooks delivery ${id}\` shows the result.`,
  });
}

function formatDelivery({ id, event_id, event_type, receiver_id, state, next_attempt_at, body, log }: DeliveryDetail) {
  const next = next_attempt_at ? `, next attempt at ${next_attempt_at}` : '';
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
    `${id}: ${event_type} ${event_id} to ${receiver_id} is ${state}${next}.`,
    table(attempts, 'No attempt has been made.'),
    `Body:\n${body}`,
    ...responses,
  ].join('\n\n');
}
