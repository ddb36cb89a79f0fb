import { type Command, Option } from 'commander';
import { FindDeliveries, Resend } from '#webhooks';
import type { AttemptView, DeliveryDetail, DeliveryView } from '#webhooks/contract';
import { commandLine } from '../../actor.js';
import { print, table } from '../../output.js';
import { wholeFromOneTo } from '../arguments.js';
import { json } from '../json.js';
import { type ForTenant, TENANT, withTenant } from './tenant.js';

const MOST = 500;

interface Chosen extends ForTenant {
  receiver?: string;
  state?: DeliveryView['state'];
  limit: number;
  before?: string;
}

export function addDeliveries(webhooks: Command): void {
  addList(webhooks);
  addShow(webhooks);
  addResend(webhooks);
}

function addList(webhooks: Command): void {
  webhooks
    .command('deliveries')
    .description('list what was or will be sent, the newest first')
    .requiredOption(...TENANT)
    .option('--receiver <id>', 'to this receiver only')
    .addOption(
      new Option('--state <state>', 'in this state only').choices(['pending', 'delivered', 'failed', 'skipped']),
    )
    .addOption(new Option('--limit <number>', 'so many at most').argParser(wholeFromOneTo(MOST)).default(50))
    .option('--before <id>', 'those before this one, to turn the page')
    .addOption(json())
    .action(async ({ tenant, json: asJson, ...query }: Chosen) => {
      const views = await withTenant(tenant, (services, { id }) => services.get(FindDeliveries).of(id, query));
      print(views, { json: asJson }, shown => table(shown.map(row), 'There are no such deliveries.'));
    });
}

function addShow(webhooks: Command): void {
  webhooks
    .command('delivery')
    .description('show a delivery: its body, and every attempt with what was answered')
    .argument('<id>', 'as `webhooks deliveries` shows it')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (id: string, { tenant, ...options }: ForTenant) => {
      const detail = await withTenant(tenant, (services, owner) => services.get(FindDeliveries).one(owner.id, id));
      print(detail, options, describeDelivery);
    });
}

function addResend(webhooks: Command): void {
  webhooks
    .command('resend')
    .description('send a delivery once more, now, whatever became of it')
    .argument('<id>', 'as `webhooks deliveries` shows it')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (id: string, { tenant, ...options }: ForTenant) => {
      const view = await withTenant(tenant, async (services, owner) => {
        await services.get(Resend).execute(owner.id, id, commandLine());
        const { body: _, log: __, ...delivery } = await services.get(FindDeliveries).one(owner.id, id);
        return delivery;
      });
      print(view, options, () => `Delivery ${id} is sent again; \`webhooks delivery ${id}\` shows what comes of it.`);
    });
}

const row = (view: DeliveryView) => ({
  id: view.id,
  created: view.created_at,
  event: view.event_type,
  state: view.state,
  attempts: view.attempts,
  last: lastOf(view),
  receiver: view.receiver_id,
});

const lastOf = ({ last_status, last_reason }: DeliveryView): string => last_reason ?? String(last_status ?? '');

function describeDelivery(detail: DeliveryDetail): string {
  const { id, event_id, event_type, receiver_id, state, next_attempt_at } = detail;
  const next = next_attempt_at ? `, next attempt at ${next_attempt_at}` : '';
  const answers = detail.log
    .filter(({ answer }) => answer !== '')
    .map(({ number, answer }) => `Answer to attempt ${number}:\n${answer}`);
  return [
    `${id}: ${event_type} ${event_id} to ${receiver_id} is ${state}${next}.`,
    table(detail.log.map(attemptRow), 'It was not tried yet.'),
    `Body:\n${detail.body}`,
    ...answers,
  ].join('\n\n');
}

const attemptRow = ({ number, trigger, started_at, duration_ms, status, reason }: AttemptView) => ({
  attempt: number,
  because: trigger,
  began: started_at,
  ms: duration_ms ?? '',
  result: reason ?? String(status),
});
