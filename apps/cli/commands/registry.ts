import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import type { Caller, RegistrySettings } from '#identity/access';
import { type Outcome, OUTCOMES } from '#domains/contract';
import type { OrderDetails } from '#orders/contract';
import { newId } from '#platform/security/ids';
import { EndRegistration, UpdateRegistration } from '#registry';
import { RegistryControl } from '#testcontrol';
import { MAX_REASON_LENGTH, problemOfDelay } from '#testcontrol/model';
import { type Tenant, TenantCache } from '#tenancy';
import { addTenantCommand, required, type TenantOptions } from './add-command.js';
import { checked, parseInteger, parseText } from './option-values.js';

interface NewSettings extends TenantOptions {
  registration?: RegistrySettings['registration'];
  registrationDelay?: string;
  transferDelay?: string;
  strictPrices?: boolean;
  strictOwners?: boolean;
  pricePercent?: number;
}

type NewDecision = TenantOptions & { outcome: Outcome; reason?: string };

const parseDelay = checked(problemOfDelay);

export function define(registry: Command): void {
  addTenantCommand(registry, 'get', {
    description: 'show the settings of the registry',
    run: ({ services, tenant }) => services.get(RegistryControl).settings(tenant.id),
    format: describe,
  });

  addTenantCommand(registry, 'set', {
    description: 'replace all settings of the registry; those that are left out get their defaults',
    options: [
      new Option('--registration <mode>', 'async: decide every registration later (default: sync)').choices([
        'sync',
        'async',
      ]),
      new Option(
        '--registration-delay <duration>',
        'time from the payment of a registration to its decision, PT1S to P60D (default: PT10S)',
      ).argParser(parseDelay),
      new Option(
        '--transfer-delay <duration>',
        'time from the payment of a transfer to its end, PT1S to P60D (default: P5D)',
      ).argParser(parseDelay),
      new Option('--strict-prices', 'refuse orders for premium names that do not set max_amount'),
      new Option('--strict-owners', 'require all owner fields that the registry of the TLD requires'),
      new Option(
        '--price-percent <n>',
        'percentage by which every price is multiplied, 50 to 1000 (default: 100)',
      ).argParser(parseInteger(50, 1000)),
    ],
    run({ services, actor, tenant }, options: NewSettings) {
      const settings: Partial<RegistrySettings> = {
        ...(options.registration && { registration: options.registration }),
        ...(options.registrationDelay && { registration_delay: options.registrationDelay }),
        ...(options.transferDelay && { transfer_delay: options.transferDelay }),
        strict_prices: options.strictPrices ?? false,
        strict_owners: options.strictOwners ?? false,
        ...(options.pricePercent && { price_percent: options.pricePercent }),
      };
      return services.get(RegistryControl).replace(tenant, settings, actor);
    },
    format: describe,
  });

  addTenantCommand(registry, 'decide', {
    description: 'decide the registration or transfer of a domain at once, in place of the registry',
    argument: ['<domain>', 'domain of a paid order that is pending or requires action'],
    options: [
      required('--outcome <outcome>', 'what the registry decides').choices(OUTCOMES),
      new Option('--reason <text>', 'why it failed or requires action').argParser(parseText(MAX_REASON_LENGTH)),
    ],
    async run({ services, actor, tenant, argument: domain }, { outcome, reason }: NewDecision) {
      const caller = await callerOf(services, tenant);
      const request = { domain, outcome, ...(reason !== undefined && { reason }) };
      const { meta: _, ...order } = await services.get(RegistryControl).decide(caller, request, actor);
      return order;
    },
    format: describeOrder,
  });

  addTenantCommand(registry, 'verify', {
    description: 'verify the email address of the contact of a domain, in place of the registrant',
    argument: ['<domain>', 'registered domain whose contact must be verified'],
    run: async ({ services, actor, tenant, argument: domain }) =>
      services.get(UpdateRegistration).verify({ caller: await callerOf(services, tenant), domain, by: actor }),
    format: ({ domain }) => `The contact of ${domain} is verified.`,
  });

  addTenantCommand(registry, 'transfer-out', {
    description: 'take over a domain, in place of another registrar',
    argument: ['<domain>', 'registered domain that is not locked'],
    options: [required('--auth-code <code>', 'auth code of the domain')],
    async run({ services, actor, tenant, argument: domain }, { authCode }: TenantOptions & { authCode: string }) {
      const caller = await callerOf(services, tenant);
      return services.get(EndRegistration).transferOut({ caller, domain, by: actor }, authCode);
    },
    format: ({ domain, transferred_at }) => `Another registrar has taken over ${domain} at ${transferred_at}.`,
  });
}

/** The caller with which the CLI calls API use cases of the tenant; it has no API key. */
async function callerOf(services: INestApplicationContext, { slug }: Tenant): Promise<Caller> {
  const tenant = (await services.get(TenantCache).get(slug))!;
  return { tenant, keyId: 'command-line', requestId: newId('req'), traceparent: undefined };
}

const describe = (settings: RegistrySettings): string =>
  [
    `registration        ${settings.registration}`,
    `registration delay  ${settings.registration_delay}`,
    `transfer delay      ${settings.transfer_delay}`,
    `strict prices       ${settings.strict_prices ? 'yes' : 'no'}`,
    `strict owners       ${settings.strict_owners ? 'yes' : 'no'}`,
    `price percent       ${settings.price_percent}`,
  ].join('\n');

function describeOrder({ kind, domain, order_id, domain_status, reason, refund }: OrderDetails): string {
  const why = reason === null ? '' : ` (${reason})`;
  const refunded = refund ? ` Refunded ${refund.total} ${refund.currency}.` : '';
  return `The ${kind} of ${domain}, order ${order_id}, is ${domain_status}${why}.${refunded}`;
}
