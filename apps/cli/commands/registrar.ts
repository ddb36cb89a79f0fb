import type { Command } from 'commander';
import { Accounts, KillSwitch, StuckOrders } from '#registrar';
import { table } from '../output.js';
import { addCommand, addTenantCommand, type CommonOptions, required, type TenantOptions } from './add-command.js';

const DESCRIPTIONS = { on: 'enable the live registrar API', off: 'reject every live call with 503' };
const RESULTS = { on: 'calls reach the connected registrar', off: 'every call gets 503' };

export function define(registrar: Command): void {
  for (const state of ['on', 'off'] as const)
    addCommand(registrar, state, {
      description: DESCRIPTIONS[state],
      options: [required('--reason <text>', 'reason, kept in the history')],
      async run({ services, actor }, { reason }: CommonOptions & { reason: string }) {
        const killSwitch = services.get(KillSwitch);
        return killSwitch.view(await killSwitch.set({ on: state === 'on', reason }, actor));
      },
      format: () => `The live registrar API is ${state.toUpperCase()}: ${RESULTS[state]}.`,
    });

  addTenantCommand(registrar, 'credit', {
    description: 'add credit for live orders of a tenant; a negative amount takes it back',
    options: [
      required('--amount <dollars>', 'amount, such as 250.00'),
      required('--reason <text>', 'kept in the ledger'),
    ],
    run: ({ services, actor, tenant }, given: TenantOptions & { amount: string; reason: string }) =>
      services.get(Accounts).credit(tenant.id, given, actor),
    format: ({ available, currency }) => `Available: ${currency} ${available.toFixed(2)}.`,
  });

  addTenantCommand(registrar, 'limit', {
    description: 'set the maximum amount of live orders of a tenant per day (UTC)',
    options: [required('--daily <dollars>', 'amount, such as 100.00')],
    run: ({ services, actor, tenant }, { daily }: TenantOptions & { daily: string }) =>
      services.get(Accounts).limit(tenant.id, daily, actor),
    format: ({ daily_limit: limit, currency }) => `Daily limit: ${currency} ${limit.toFixed(2)}.`,
  });

  addCommand(registrar, 'orders', {
    description: 'list paid live orders without an outcome, with the step that they wait for',
    run: async ({ services }) => ({ orders: await services.get(StuckOrders).list() }),
    format: ({ orders }) =>
      table(
        orders.map(({ step, reason, ...order }) => ({ ...order, step: step ?? '', reason: reason ?? '' })),
        'There are no unfinished orders.',
      ),
  });

  addCommand(registrar, 'reconcile', {
    description: 'end a stuck live order, after you have looked at the registrar',
    argument: ['<order>', 'ID of the order'],
    options: [
      required('--outcome <outcome>', 'what happened at the registrar').choices(['registered', 'failed']),
      required('--reason <text>', 'kept in the audit log'),
    ],
    run: (
      { services, actor, argument: id },
      given: CommonOptions & { outcome: 'registered' | 'failed'; reason: string },
    ) => services.get(StuckOrders).end(id, given, actor),
    format: ({ order_id: id, outcome }) => `The order ${id} has ended: ${outcome}.`,
  });
}
