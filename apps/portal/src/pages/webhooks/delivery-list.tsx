import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { q } from '../../api/queries';
import type { DeliveryView, ReceiverView } from '../../api/types';
import { Status } from '../../ui/badge';
import { Cut } from '../../ui/cut';
import { DomainName } from '../../ui/domain-name';
import { Select } from '../../ui/field';
import { Empty } from '../../ui/states';
import { type Column, More, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { DeliveryPanel } from './delivery-panel';
import { DeliveryState, inWords } from './delivery-state';

/** What was sent, or is about to be; one opens beside the list. */
export function DeliveryList(props: {
  tenant: string;
  receiver: string | undefined;
  state: string | undefined;
  open: string | undefined;
  receivers?: ReceiverView[] | undefined;
  onSearch: (more: { state?: string | undefined; open?: string | undefined }) => void;
  /** More to choose from. */
  children?: ReactNode;
}) {
  const { tenant, receiver, state, open } = props;
  const pages = useInfiniteQuery({
    ...q.deliveries(tenant, { receiver, state }),
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : 4_000),
  });
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries);
  const columns: Column<DeliveryView>[] = [
    {
      head: 'Event',
      lead: true,
      cell: ({ id, event_type, domain }) => (
        <span className="two-lines">
          <button type="button" className="row-link" onClick={() => props.onSearch({ open: id })}>
            {event_type}
          </button>
          <span className="faint">{domain ? <DomainName short>{domain}</DomainName> : 'a test, of no domain'}</span>
        </span>
      ),
    },
    { head: 'State', corner: true, cell: delivery => <DeliveryState delivery={delivery} /> },
    {
      head: 'Last answer',
      cell: ({ last_status, last_reason }) =>
        last_status ? (
          <Status status={last_status} />
        ) : last_reason ? (
          <span className="faint">{inWords(last_reason)}</span>
        ) : (
          <span className="none">–</span>
        ),
    },
    { head: 'Attempts', cell: ({ attempts }) => attempts, number: true },
    { head: 'Next try', cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
    { head: 'Created', cell: ({ created_at }) => <Time at={created_at} />, number: true },
  ];
  if (props.receivers)
    columns.splice(1, 0, {
      head: 'Receiver',
      extra: true,
      cell: ({ receiver_id }) => <Cut>{nameOf(props.receivers?.find(({ id }) => id === receiver_id))}</Cut>,
    });
  return (
    <>
      <div className="filters filters-inside">
        <Select
          aria-label="State"
          value={state ?? ''}
          onChange={event => props.onSearch({ state: event.target.value })}
        >
          <option value="">Any state</option>
          <option value="pending">Pending</option>
          <option value="delivered">Delivered</option>
          <option value="failed">Failed</option>
          <option value="skipped">Skipped</option>
        </Select>
        {props.children}
      </div>
      <Table<DeliveryView>
        label="Deliveries"
        rows={rows}
        error={pages.error}
        retry={() => void pages.refetch()}
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          <Empty icon={<Send size={22} />} title={state ? `Nothing is ${state}` : 'Nothing was sent yet'}>
            {state
              ? 'Choose another state to see the others.'
              : receiver
                ? 'Send a test with the button above, or register a name.'
                : 'Register a name, or send a test from a receiver’s page.'}
          </Empty>
        }
      />
      <More pages={pages} shown={rows?.length ?? 0} noun="delivery" />
      <DeliveryPanel tenant={tenant} id={open} onClose={() => props.onSearch({ open: undefined })} />
    </>
  );
}

const nameOf = (receiver: ReceiverView | undefined) =>
  receiver ? receiver.description || receiver.url.replace(/^https?:\/\//, '') : 'removed';
