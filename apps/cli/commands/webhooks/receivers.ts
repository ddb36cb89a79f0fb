import { type Command, Option } from 'commander';
import { AddReceiver, ChangeReceiver, EVENT_TYPES, FindReceivers } from '#webhooks';
import type { ReceiverView } from '#webhooks/contract';
import { commandLine } from '../../actor.js';
import { print, table } from '../../output.js';
import { words } from '../arguments.js';
import { json } from '../json.js';
import { type ForTenant, TENANT, withTenant } from './tenant.js';

interface NewReceiver extends ForTenant {
  url: string;
  events?: string[];
  description?: string;
}

export function addReceivers(webhooks: Command): void {
  addAdd(webhooks);
  addList(webhooks);
  addRemove(webhooks);
}

function addAdd(webhooks: Command): void {
  webhooks
    .command('add')
    .description('have events sent to an address; the secret that signs them is shown this once')
    .requiredOption(...TENANT)
    .requiredOption('--url <url>', 'where they go, such as https://shop.example/webhooks')
    .addOption(
      new Option('--events <list>', `comma-separated (${EVENT_TYPES.join(', ')}); default: all`).argParser(words),
    )
    .option('--description <text>', 'what people call it')
    .addOption(json())
    .action(async ({ tenant, url, events, description, ...options }: NewReceiver) => {
      const added = await withTenant(tenant, async (services, { id: tenantId }) => {
        const { receiver, secret } = await services
          .get(AddReceiver)
          .execute(tenantId, { url, events, description }, commandLine());
        const { id, ...view } = await services.get(FindReceivers).one(tenantId, receiver.id);
        return { id, secret, ...view };
      });
      print(
        added,
        options,
        ({ id, secret }) =>
          `${secret}\n\nThis signs what is sent to receiver ${id}. Store it now: it cannot be shown again.`,
      );
    });
}

function addList(webhooks: Command): void {
  webhooks
    .command('list')
    .description("list a tenant's receivers, without their secrets")
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async ({ tenant, ...options }: ForTenant) => {
      const views = await withTenant(tenant, (services, { id }) => services.get(FindReceivers).of(id));
      print(views, options, shown => table(shown.map(row), `Tenant ${tenant} has no receivers yet.`));
    });
}

function addRemove(webhooks: Command): void {
  webhooks
    .command('remove')
    .description('remove a receiver and its secrets; nothing more is sent to it')
    .argument('<id>', 'as `webhooks list` shows it')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (id: string, { tenant, ...options }: ForTenant) => {
      await withTenant(tenant, (services, owner) => services.get(ChangeReceiver).remove(owner.id, id, commandLine()));
      print({ id, state: 'removed' }, options, () => `Receiver ${id} is removed.`);
    });
}

const row = ({ id, url, events, state, off_reason, failing_since, secrets, description }: ReceiverView) => ({
  id,
  url,
  events: events.join(',') || 'all',
  state: off_reason ? `${state}: ${off_reason}` : failing_since ? `${state}, failing since ${failing_since}` : state,
  secrets: secrets.map(({ hint }) => hint).join(' '),
  description,
});
