import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PortalLiveOrder } from '#registrar/contract';
import { queries } from '../../api/queries';
import { Badge, HttpStatus, type Tone } from '../../ui/badge';
import { Dialog, DialogWhile } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { formatDuration, formatMoney } from '../../ui/format';
import { TableCard } from '../../ui/page';
import { RowButton, Table } from '../../ui/table';
import { Time } from '../../ui/time';

const STATES = ['unfinished', 'created', 'pending', 'stuck', 'registered', 'failed'];

const TONES: Record<PortalLiveOrder['state'], Tone> = {
  created: 'plain',
  pending: 'info',
  stuck: 'bad',
  registered: 'ok',
  failed: 'warn',
};

interface LiveOrdersProps {
  state: string;
  /** ID of the order whose steps are shown. */
  open: string | undefined;
  onChange: (more: { state?: string; open?: string | undefined }) => void;
  action?: (order: PortalLiveOrder) => ReactNode;
  /** Undefined for the orders of all tenants, with a column for the tenant. */
  tenant?: string;
}

/** Live orders with a filter by state, and a panel with the steps of an order. */
export function LiveOrders({ state, open, onChange, action, tenant }: LiveOrdersProps) {
  const orders = useInfiniteQuery({
    ...queries.liveOrders(tenant, { state: state === 'all' ? undefined : state }),
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : 4_000),
  });
  return (
    <>
      <TableCard
        title="Orders"
        noun="order"
        query={orders}
        keyOf={({ order_id }) => order_id}
        empty={{ icon: ReceiptText, title: state === 'all' ? 'No live orders yet' : `No ${state} orders` }}
        columns={[
          {
            head: 'Domain',
            phoneTitle: true,
            cell: ({ order_id, domain }) => (
              <RowButton label={<DomainName>{domain}</DomainName>} onClick={() => onChange({ open: order_id })} />
            ),
            note: ({ kind, reason }) => <span className="text-muted">{reason ?? kind}</span>,
          },
          { head: 'State', phoneCorner: true, cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
          ...(tenant === undefined ? [{ head: 'Tenant', cell: ({ tenant }: PortalLiveOrder) => tenant }] : []),
          { head: 'Next step', cell: ({ step }) => step },
          { head: 'Price', cell: ({ total }) => formatMoney(total, 'USD'), number: true },
          { head: 'Ordered', cell: ({ created_at }) => <Time at={created_at} />, number: true },
          ...(action ? [{ head: '', cell: action }] : []),
        ]}
      >
        <div className="filters filters-inside">
          <Select
            label="State"
            value={state}
            options={[{ value: 'all', label: 'Any state' }, ...STATES]}
            onChange={state => onChange({ state })}
          />
        </div>
      </TableCard>
      <DialogWhile open={open !== undefined} onClose={() => onChange({ open: undefined })}>
        <Dialog kind="side panel" title="Steps">
          <Steps tenant={tenant} order={open} />
        </Dialog>
      </DialogWhile>
    </>
  );
}

function Steps({ tenant, order }: { tenant: string | undefined; order: string | undefined }) {
  const { data, error, refetch } = useQuery({
    ...queries.liveSteps(tenant, order ?? ''),
    enabled: order !== undefined,
    refetchInterval: 4_000,
  });
  return (
    <Table
      label="Steps"
      query={{ data: data?.steps, error, refetch }}
      keyOf={({ at, call, request_id }) => `${at} ${call} ${request_id}`}
      empty={<p className="text-muted">No calls to the registrar yet.</p>}
      columns={[
        {
          head: 'Call',
          phoneTitle: true,
          cell: ({ step, call }) => (step === call ? step : `${step}: ${call}`),
          note: ({ error }) => error && <span className="text-muted wrap-anywhere">{error}</span>,
        },
        { head: 'Status', phoneCorner: true, cell: ({ status }) => status && <HttpStatus status={status} /> },
        { head: 'Duration', cell: ({ ms }) => formatDuration(ms), number: true },
        { head: 'Time', cell: ({ at }) => <Time at={at} format="second" />, number: true },
      ]}
    />
  );
}
