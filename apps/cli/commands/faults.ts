import { type Command, InvalidArgumentError, Option } from 'commander';
import { Faults } from '#testcontrol';
import type { FaultView } from '#testcontrol/contract';
import { problemOfDuration } from '#platform/model';
import { faultHeader, OPERATIONS, parseFaultHeader, problemOfPattern } from '#testcontrol/model';
import { EVENT_TYPES } from '#webhooks/contract';
import { count, table } from '../output.js';
import { addTenantCommand, required, type TenantOptions } from './add-command.js';
import { checked, parseInteger } from './option-values.js';

interface NewFault extends TenantOptions {
  fault: FaultView['fault'];
  operation?: (typeof OPERATIONS)[number];
  event?: string;
  domain?: string;
  times?: number;
  skip?: number;
  expiresIn?: string;
}

export function define(faults: Command): void {
  addTenantCommand(faults, 'add', {
    description: 'add a fault to the next matching requests or events of a tenant',
    options: [
      required(
        '--fault <fault>',
        'kind and parameters as in the Sandbox-Fault header, for example error;code=RATE_LIMITED',
      ).argParser(parseFault),
      new Option(
        '--operation <name>',
        'only this operation (default: all; for a webhook fault without --event: checkout)',
      ).choices(OPERATIONS),
      new Option(
        '--event <type>',
        'for a webhook fault: only events of this type (default: all of the operation)',
      ).choices(EVENT_TYPES),
      new Option('--domain <pattern>', 'only this domain, for example shop.com, *.com or shop-*').argParser(
        checked(problemOfPattern),
      ),
      new Option('--times <number>', 'number of requests or events that the fault affects (default: 1)').argParser(
        parseInteger(1, 1_000),
      ),
      new Option('--skip <number>', 'number of matching requests or events to skip first (default: 0)').argParser(
        parseInteger(0, 1_000),
      ),
      new Option('--expires-in <duration>', 'lifetime of the fault, at most PT24H (default: PT10M)').argParser(
        checked(problemOfDuration),
      ),
    ],
    run({ services, actor, tenant }, { fault, operation, event, domain, times, skip, expiresIn }: NewFault) {
      const request = { match: { operation, event, domain }, fault: { ...fault }, times, skip, expires_in: expiresIn };
      return services.get(Faults).add(tenant, request, actor);
    },
    format: ({ id, expires_at }) => `Added fault ${id}. It expires at ${expires_at}.`,
  });

  addTenantCommand(faults, 'list', {
    description:
      "list a tenant's faults with the number of requests or events that they have affected (used) and will still affect (remaining)",
    run: ({ services, tenant }) => services.get(Faults).list(tenant.id),
    format: (views, { tenant }) => table(views.map(rowOf), `Tenant ${tenant} has no faults.`),
  });

  addTenantCommand(faults, 'remove', {
    description: 'remove a fault',
    argument: ['<id>', 'fault ID from `faults list`'],
    run: ({ services, actor, tenant, argument: id }) => services.get(Faults).remove(tenant.id, id, actor),
    format: ({ id }) => `Removed fault ${id}.`,
  });

  addTenantCommand(faults, 'clear', {
    description: 'remove all faults of a tenant',
    run: async ({ services, actor, tenant }) => ({ removed: await services.get(Faults).removeAll(tenant.id, actor) }),
    format: ({ removed }) => `Removed ${count(removed, 'fault')}.`,
  });
}

function parseFault(text: string): FaultView['fault'] {
  try {
    return parseFaultHeader(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

const rowOf = ({ id, fault, match, used, remaining, skip, expires_at }: FaultView) => ({
  id,
  fault: faultHeader({ ...fault }),
  operation:
    [match.operation, match.event].filter(Boolean).join(' ') || (fault.kind === 'webhook' ? 'checkout' : 'all'),
  domain: match.domain ?? '*',
  skip,
  used,
  remaining,
  expires: expires_at,
});
