import { Ban, Gavel } from 'lucide-react';
import type { OrderEntry, OrderResult } from '#orders/contract';
import type { DecideRequest } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { useTenant } from '../../shell/session';
import { Confirm, FormDialog, OpenButton } from '../../ui/dialog';
import { SegmentedField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { formatMoney } from '../../ui/format';

const OUTCOMES = { registered: 'Registered', failed: 'Failed', action_required: 'Action required' };

const HINTS: Record<DecideRequest['outcome'], string> = {
  registered: 'The domain is registered from now on.',
  failed: 'The order is refunded, and the domain can be ordered again.',
  action_required: 'The order waits without limit.',
};

/** Buttons that decide or cancel an undecided order. */
export const OrderActions = ({ order, small = false }: { order: OrderEntry; small?: boolean }) => (
  <span className="inline-flex flex-wrap gap-2">
    <OpenButton small={small} icon={Gavel} label="Decide" dialog={<DecideOrder order={order} />} />
    {(order.kind === 'transfer' || order.domain_status === 'action_required') && (
      <OpenButton small={small} icon={Ban} label="Cancel" dialog={<CancelOrder order={order} />} />
    )}
  </span>
);

export const isUndecided = ({ domain_status }: Pick<OrderEntry, 'domain_status'>) =>
  domain_status === 'pending' || domain_status === 'action_required';

function DecideOrder({ order: { domain } }: { order: OrderEntry }) {
  const tenant = useTenant();
  const { values, field } = useFields<Required<Omit<DecideRequest, 'domain'>>>({ outcome: 'registered', reason: '' });
  const { outcome } = values;
  const reason = values.reason.trim();
  const request: DecideRequest = { domain, outcome, ...(outcome !== 'registered' && reason && { reason }) };
  return (
    <FormDialog
      title={`Decide ${domain}`}
      description="The registry decides now."
      submit="Decide"
      onSubmit={() => callApi<OrderResult>('POST', ['tenants', tenant, 'registry', 'decide'], request)}
      done={`The registry has decided ${domain}.`}
    >
      <SegmentedField label="Outcome" options={OUTCOMES} {...field('outcome')} hint={HINTS[outcome]} />
      {outcome !== 'registered' && <TextField label="Reason, optional" {...field('reason')} maxLength={200} />}
    </FormDialog>
  );
}

function CancelOrder({ order: { id, domain, total, currency } }: { order: OrderEntry }) {
  const tenant = useTenant();
  return (
    <Confirm
      title={`Cancel the order of ${domain}?`}
      submit="Cancel order"
      onSubmit={() => callApi<OrderResult>('POST', ['tenants', tenant, 'orders', id, 'cancel'], {})}
      done={`The order of ${domain} is canceled.`}
    >
      This refunds {formatMoney(total, currency)}. You cannot undo this.
    </Confirm>
  );
}
