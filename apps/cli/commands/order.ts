import type { Command } from 'commander';
import { FindPurchase } from '#usage';
import type { PurchaseStep, PurchaseView } from '#usage/contract';
import { table } from '../output.js';
import { defineTenantCommand } from './add-command.js';

export function define(order: Command): void {
  defineTenantCommand(order, {
    argument: ['<id>', 'order ID, as returned by the order call'],
    run: ({ services, tenant, argument: id }) => services.get(FindPurchase).execute(tenant, id),
    format,
  });
}

const format = ({ order_id, domain, status, steps }: PurchaseView): string =>
  [`Order ${order_id} for ${domain} is ${status}.`, table(steps.map(rowOf), 'No steps are recorded.')].join('\n\n');

const rowOf = ({ at, kind, outcome, title, detail, request, delivery_id, order_id, event_id }: PurchaseStep) => ({
  time: at,
  step: kind,
  outcome,
  title,
  detail: detail ?? '',
  id: request?.request_id ?? delivery_id ?? event_id ?? order_id ?? '',
});
