import { type Command, Option } from 'commander';
import {
  Accounts,
  type Difference,
  KillSwitch,
  LIVE_STATES,
  type LiveState,
  Reconciliations,
  RegistrarStatus,
  StuckOrders,
} from '#registrar';
import { UsageError } from '#platform/http/errors';
import { Tenants } from '#tenancy';
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
    run: ({ services, actor, tenant }, entry: TenantOptions & { amount: string; reason: string }) =>
      services.get(Accounts).credit(tenant.id, entry, actor),
    format: ({ available, currency }) => `Available: ${currency} ${available.toFixed(2)}.`,
  });

  addTenantCommand(registrar, 'limit', {
    description: 'set the maximum total price of the live orders of a tenant per day (UTC)',
    options: [required('--daily <dollars>', 'amount, such as 100.00')],
    run: ({ services, actor, tenant }, { daily }: TenantOptions & { daily: string }) =>
      services.get(Accounts).limit(tenant.id, daily, actor),
    format: ({ daily_limit: limit, currency }) => `Daily limit: ${currency} ${limit.toFixed(2)}.`,
  });

  addCommand(registrar, 'status', {
    description:
      'show the connection to the registrar, the number of live orders by state, and the differences of the latest reconciliation',
    run: ({ services }) => services.get(RegistrarStatus).read(),
    format: ({ orders, differences, ...connection }) =>
      [
        ...Object.entries(connection).map(
          ([name, value]) => `${name}: ${value ?? 'unknown, because no running process is connected to a registrar'}`,
        ),
        `orders: ${Object.entries(orders)
          .map(([state, number]) => `${number} ${state}`)
          .join(', ')}`,
        differences ? formatDifferences(differences) : 'No reconciliation has been completed yet.',
      ].join('\n'),
  });

  addCommand(registrar, 'orders', {
    description: 'list live orders with the step that they wait for (default: pending and stuck orders)',
    options: [
      new Option('--tenant <slug>', 'only orders of this tenant'),
      new Option('--state <state>', 'only orders in this state').choices(LIVE_STATES),
    ],
    async run({ services }, { tenant, state }: CommonOptions & { tenant?: string; state?: LiveState }) {
      const id = tenant === undefined ? null : (await services.get(Tenants).getBySlug(tenant)).id;
      return { orders: await services.get(StuckOrders).list(state ? [state] : ['pending', 'stuck'], id) };
    },
    format: ({ orders }) =>
      table(
        orders.map(order => Object.fromEntries(Object.entries(order).map(([name, value]) => [name, value ?? '']))),
        'There are no such orders.',
      ),
  });

  addCommand(registrar, 'reconcile', {
    description:
      'compare registrations with the registrar, and the money of tenants with their orders; or end a stuck order whose outcome at the registrar you have checked',
    argument: ['[order]', 'ID of a stuck order'],
    options: [
      new Option('--outcome <outcome>', 'what happened to the order at the registrar').choices([
        'registered',
        'failed',
      ]),
      new Option('--reason <text>', 'kept in the audit log'),
    ],
    async run(
      { services, actor, argument: id },
      { outcome, reason }: CommonOptions & { outcome?: 'registered' | 'failed'; reason?: string },
    ) {
      if (!id && outcome === undefined && reason === undefined)
        return { differences: await services.get(Reconciliations).run() };
      if (!id || outcome === undefined || reason === undefined)
        throw new UsageError('To end a stuck order, give its ID, --outcome and --reason.');
      return services.get(StuckOrders).end(id, { outcome, reason }, actor);
    },
    format: result =>
      'differences' in result
        ? formatDifferences(result.differences)
        : `The order ${result.order_id} has ended: ${result.outcome}.`,
  });
}

const formatDifferences = (differences: Difference[]): string =>
  table(
    differences.map(row => {
      const values =
        'domain' in row
          ? `here: ${row.here ?? 'missing'}, registrar: ${row.there ?? 'missing'}`
          : `tenant's account: ${row.account}, orders: ${row.orders}`;
      return { difference: row.kind, of: 'domain' in row ? row.domain : row.tenant, values };
    }),
    'There are no differences.',
  );
