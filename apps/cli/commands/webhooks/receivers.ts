import { type Command, Option } from 'commander';
import { DEFAULT_OVERLAP_HOURS, type Environment, ENVIRONMENTS, EVENT_TYPES, MAX_QUEUED, Receivers } from '#webhooks';
import type { ReceiverView } from '#webhooks/contract';
import { table } from '../../output.js';
import { addTenantCommand, required, type TenantOptions } from '../add-command.js';
import { parseInteger, parseList, parseText } from '../option-values.js';

interface NewReceiver extends TenantOptions {
  url: string;
  events?: string[];
  description?: string;
  environment?: Environment;
}

export const RECEIVER: [string, string] = ['<id>', 'receiver ID from `webhooks list`'];

const SWITCH_DESCRIPTIONS = {
  on: 'switch a receiver on; send skipped deliveries with `webhooks recover`',
  off: 'switch a receiver off; its deliveries are kept as skipped',
};

export function defineReceivers(webhooks: Command): void {
  addTenantCommand(webhooks, 'add', {
    description: 'add a receiver; its secret is shown once',
    options: [
      required('--url <url>', 'URL that receives the events, for example https://shop.example/webhooks'),
      new Option('--events <list>', `comma-separated (${EVENT_TYPES.join(', ')}); default: all`).argParser(parseList),
      new Option('--description <text>', 'description').argParser(parseText(200)),
      new Option('--environment <name>', 'where its events happen (default: sandbox)').choices(ENVIRONMENTS),
    ],
    async run({ services, actor, tenant }, { url, events, description, environment }: NewReceiver) {
      const added = { url, events, description, environment };
      const { receiver, secret } = await services.get(Receivers).add(tenant.id, added, actor);
      const { id, ...view } = receiver;
      return { id, secret, ...view };
    },
    format: ({ id, secret }) =>
      `${secret}\n\nThis secret signs requests to receiver ${id}. Store it now; it cannot be shown again.`,
  });

  addTenantCommand(webhooks, 'list', {
    description: "list a tenant's receivers, without their secrets",
    run: ({ services, tenant }) => services.get(Receivers).list(tenant.id),
    format: (views, { tenant }) => table(views.map(rowOf), `Tenant ${tenant} has no receivers.`),
  });

  addTenantCommand(webhooks, 'remove', {
    description: 'remove a receiver and its secrets',
    argument: RECEIVER,
    async run({ services, actor, tenant, argument: id }) {
      await services.get(Receivers).remove(tenant.id, id, actor);
      return { id, state: 'removed' };
    },
    format: ({ id }) => `Removed receiver ${id}.`,
  });

  for (const state of ['on', 'off'] as const)
    addTenantCommand(webhooks, state, {
      description: SWITCH_DESCRIPTIONS[state],
      argument: RECEIVER,
      async run({ services, actor, tenant, argument: id }) {
        const receivers = services.get(Receivers);
        if (state === 'on') await receivers.switchOn(tenant.id, id, actor);
        else await receivers.switchOff(tenant.id, id, 'switched off on the command line', actor);
        return receivers.get(tenant.id, id);
      },
      format: ({ id }) => `Receiver ${id} is ${state.toUpperCase()}.`,
    });

  addTenantCommand(webhooks, 'rotate', {
    description: 'create a new secret; the old one also signs during the overlap',
    argument: RECEIVER,
    options: [
      new Option('--overlap <hours>', 'hours during which the old secret also signs')
        .argParser(parseInteger(0))
        .default(DEFAULT_OVERLAP_HOURS),
    ],
    run: ({ services, actor, tenant, argument: id }, { overlap }: TenantOptions & { overlap: number }) =>
      services.get(Receivers).rotateSecret(tenant.id, id, overlap, actor),
    format: ({ secret, old_until }, { overlap }) =>
      `${secret}\n\nThis is the new secret. Store it now; it cannot be shown again.\n` +
      (overlap === 0 ? 'The old secret is no longer used.' : `The old secret also signs until ${old_until}.`),
  });
}

const rowOf = (view: ReceiverView) => ({
  id: view.id,
  url: view.url,
  events: view.events.join(',') || 'all',
  environment: view.environment,
  state: stateOf(view),
  queued: formatCount(view.queued),
  retries: formatCount(view.pending),
  secrets: view.secrets.map(({ hint }) => hint).join(' '),
  description: view.description,
});

function stateOf({ state, off_reason, failing_since }: ReceiverView): string {
  if (off_reason) return `${state}: ${off_reason}`;
  return failing_since ? `${state}, failing since ${failing_since}` : state;
}

const formatCount = (number: number) => (number > MAX_QUEUED ? `${MAX_QUEUED.toLocaleString('en')}+` : number);
