import { type Command, Option } from 'commander';
import { ChangeReceiver, FindReceivers, RotateSecret, DEFAULT_OVERLAP_HOURS } from '#webhooks';
import { commandLine } from '../../actor.js';
import { print } from '../../output.js';
import { wholeNumber } from '../arguments.js';
import { json } from '../json.js';
import { type ForTenant, TENANT, withTenant } from './tenant.js';

export function addSwitches(webhooks: Command): void {
  for (const state of ['on', 'off'] as const) addSwitch(webhooks, state);
  addRotate(webhooks);
}

const MEANING = {
  on: 'send to a receiver again; what was skipped is sent by `webhooks recover`',
  off: 'send nothing to a receiver until it is switched on; its events are kept',
};

function addSwitch(webhooks: Command, state: 'on' | 'off'): void {
  webhooks
    .command(state)
    .description(MEANING[state])
    .argument('<id>', 'as `webhooks list` shows it')
    .requiredOption(...TENANT)
    .addOption(json())
    .action(async (id: string, { tenant, ...options }: ForTenant) => {
      const view = await withTenant(tenant, async (services, owner) => {
        const change = services.get(ChangeReceiver);
        if (state === 'on') await change.switchOn(owner.id, id, commandLine());
        else await change.switchOff(owner.id, id, 'switched off on the command line', commandLine());
        return services.get(FindReceivers).one(owner.id, id);
      });
      print(view, options, () => `Receiver ${id} is ${state.toUpperCase()}.`);
    });
}

interface Rotation extends ForTenant {
  overlap: number;
}

function addRotate(webhooks: Command): void {
  webhooks
    .command('rotate')
    .description('give a receiver a new secret; the old one signs as well for a while')
    .argument('<id>', 'as `webhooks list` shows it')
    .requiredOption(...TENANT)
    .addOption(
      new Option('--overlap <hours>', 'for how long the old secret still signs')
        .argParser(wholeNumber)
        .default(DEFAULT_OVERLAP_HOURS),
    )
    .addOption(json())
    .action(async (id: string, { tenant, overlap, ...options }: Rotation) => {
      const { secret, oldUntil } = await withTenant(tenant, (services, owner) =>
        services.get(RotateSecret).execute(owner.id, id, overlap, commandLine()),
      );
      print(
        { secret, old_until: oldUntil.toISOString() },
        options,
        ({ old_until }) =>
          `${secret}\n\nThis is the new secret of receiver ${id}. Store it now: it cannot be shown again.\n` +
          (overlap === 0 ? 'The old one signs nothing any more.' : `The old one signs as well until ${old_until}.`),
      );
    });
}
