import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ListedDelivery, ReceiverView } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { DialogWhile } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { Card } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { type Column, RowButton, Table, Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { ExportButton } from '../export/export-button';
import { Alteration, DeliveryPanel, DeliveryState, formatReason, NextAttempt } from './delivery-panel';
import { AddReceiverLink, ListenCommand } from './listen';
import { nameOf } from './name-of';
import { WebhooksPage } from './receivers';

const STATES = {
  queued: 'Not attempted yet',
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

export default function Deliveries() {
  const tenant = useTenant();
  const { search, push } = useUrlFields('/session/t/$tenant/webhooks/deliveries');
  const { data, isLoadingError } = useQuery(queries.receivers(tenant));
  const { receiver, event, state } = search;
  return (
    <WebhooksPage
      actions={<ExportButton kind="deliveries" noun="delivery" query={() => ({ receiver, event, state })} />}
    >
      <Card flush>
        <DeliveryList search={search} change={push} receivers={data?.receivers ?? null} isIncomplete={isLoadingError} />
      </Card>
    </WebhooksPage>
  );
}

type Search = Partial<Record<'receiver' | 'event' | 'state' | 'open', string>>;

interface DeliveryListProps {
  search: Search;
  change: (more: Search) => void;
  /** If given, the list has a column of receivers, and filters by receiver and event ID. Null if they are not known. */
  receivers?: ReceiverView[] | null;
  /** Whether the receivers could not be loaded. */
  isIncomplete?: boolean;
}

/** Deliveries with filters, and a panel with the details of a delivery. */
export function DeliveryList(props: DeliveryListProps) {
  const { search, change, receivers, isIncomplete } = props;
  const tenant = useTenant();
  const { receiver, event, state, open } = search;
  const deliveries = useInfiniteQuery({
    ...queries.deliveries(tenant, { receiver, event, state }),
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : 4_000),
  });
  const columns: (Column<ListedDelivery> | false)[] = [
    {
      head: 'Event',
      phoneTitle: true,
      cell: ({ id, event_type }) =>
        id === null ? event_type : <RowButton label={event_type} onClick={() => change({ open: id })} />,
      note: ({ domain }) => (
        <span className="text-muted">{domain ? <DomainName short>{domain}</DomainName> : 'Test'}</span>
      ),
    },
    receivers !== undefined && {
      head: 'Receiver',
      desktopOnly: true,
      cell: ({ receiver_id }) => {
        if (receivers === null) return null;
        const receiver = receivers.find(({ id }) => id === receiver_id);
        return <Truncated>{receiver ? nameOf(receiver) : 'Removed'}</Truncated>;
      },
    },
    {
      head: 'State',
      phoneCorner: true,
      cell: delivery => (
        <>
          <DeliveryState delivery={delivery} /> <Alteration delivery={delivery} />
        </>
      ),
    },
    {
      head: 'Last response',
      cell: ({ last_status, last_reason }) =>
        last_status ? (
          <HttpStatus status={last_status} />
        ) : (
          last_reason && <span className="text-muted">{formatReason(last_reason)}</span>
        ),
    },
    { head: 'Attempts', cell: ({ attempts }) => attempts, number: true },
    { head: 'Next attempt', cell: delivery => <NextAttempt delivery={delivery} /> },
    { head: 'Created', cell: ({ created_at }) => <Time at={created_at} />, number: true },
  ];
  return (
    <>
      <div className="filters filters-inside">
        <Select label="State" value={state} empty="Any state" options={STATES} onChange={state => change({ state })} />
        {receivers !== undefined && (
          <Select
            label="Receiver"
            value={receiver}
            empty="Any receiver"
            options={(receivers ?? []).map(({ id, url }) => ({ value: id, label: url }))}
            isIncomplete={isIncomplete}
            onChange={receiver => change({ receiver })}
          />
        )}
        {receivers !== undefined && (
          <SearchField label="Event ID" value={event} onChange={event => change({ event: event?.trim() })} />
        )}
      </div>
      <Table
        label="Deliveries"
        query={deliveries}
        noun="delivery"
        keyOf={({ id, event_id, receiver_id }) => id ?? `${event_id} ${receiver_id}`}
        columns={columns.filter(column => column !== false)}
        empty={{
          icon: Send,
          ...(state || event || (receivers !== undefined && receiver)
            ? {
                title: state && !event ? `No ${state} deliveries` : 'No matching deliveries',
                text: 'Change the filters to see other deliveries.',
              }
            : {
                title: 'No deliveries yet',
                ...(receivers?.length === 0
                  ? {
                      text: (
                        <>
                          <p>Events are delivered to receivers. Add one, or get them on your machine:</p>
                          <div className="mt-3 text-start">
                            <ListenCommand />
                          </div>
                        </>
                      ),
                      action: <AddReceiverLink />,
                    }
                  : { text: 'Send a test from the page of a receiver, or register a domain.' }),
              }),
        }}
      />
      <DialogWhile open={open !== undefined} onClose={() => change({ open: undefined })}>
        <DeliveryPanel id={open} />
      </DialogWhile>
    </>
  );
}
