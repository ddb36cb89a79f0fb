import { type Command, Argument, Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { print } from '../output.js';
import { TRIGGERABLE, type Triggered, triggerEvent } from '../trigger/trigger-event.js';
import { type CommonOptions, jsonOption } from './add-command.js';
import { parseSlug } from './option-values.js';
import type { TargetOptions } from './play-scenarios.js';
import { keyOption, requireKey } from './require-key.js';
import { serviceOf, serviceOption } from './service-option.js';

export function define(trigger: Command): void {
  trigger
    .addArgument(new Argument('<event>', 'type of the event').choices(TRIGGERABLE))
    .addOption(keyOption('sandbox key with all sandbox permissions'))
    .addOption(
      new Option('--tenant <slug>', 'tenant or world of the key (default: DEFAULT_TENANT)').argParser(parseSlug),
    )
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (event: string, { url, ...flags }: TargetOptions & CommonOptions) => {
      const apiKey = requireKey(flags.key);
      const tenant = flags.tenant ?? readSettings(process.env).defaultTenant;
      const access = { baseUrl: `${await serviceOf(url)}/api/v1`, tenant, apiKey };
      const triggered = await triggerEvent(event, access);
      print({ event, tenant, ...triggered }, flags, () => describe(event, triggered));
    });
}

const describe = (event: string, { domain, now }: Triggered): string =>
  `${event} occurred for ${domain}.${now ? ` The clock of the tenant was moved to ${now}.` : ''}`;
