import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ListedDelivery } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { useNow } from '../../lib/use-now';
import { PageLink, TenantLink } from '../../shell/links';
import { useIsOperator, useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { SegmentedControl, TextField } from '../../ui/field';
import { formatMoney, formatNumber, formatShare, plural } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Card, Page, TableCard } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time, toInputValue } from '../../ui/time';
import { labelOf, subjectOf } from '../operators/audit-labels';
import { RequestStrip } from '../overview/request-strip';
import { OrderName, OrderStatus } from '../sandbox/order-labels';
import { DeliveryState, formatReason } from '../webhooks/delivery-panel';
import { nameOf } from '../webhooks/name-of';
import { Figure, loading } from './figure';
import { RequestTable, rowsOf } from './series';
import { rangeOf, searchOfSpan, type Span } from './zoom';

const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

const dateOf = (at: Date) => toInputValue(at).slice(0, 10);

/** Adds days to a date. At noon, a change to daylight saving time does not change the date. */
function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00`);
  at.setDate(at.getDate() + days);
  return dateOf(at);
}

/** Activity of a tenant on one day of the local time zone. */
export default function Day() {
  const tenant = useTenant();
  const { search, push } = useUrlFields('/session/t/$tenant/day');
  const today = dateOf(new Date(useNow()));
  const isDate = search.date !== undefined && !Number.isNaN(Date.parse(`${search.date}T00:00`));
  const date = isDate ? search.date! : today;
  const span = { from: Date.parse(`${date}T00:00`), to: Date.parse(`${addDays(date, 1)}T00:00`) };
  const show = (date: string) => push({ date });
  return (
    <Page
      title={fullDate.format(span.from)}
      description={`What ${tenant} did on this day, in your time zone.`}
      actions={
        <>
          <IconButton label="Previous day" icon={ChevronLeft} onClick={() => show(addDays(date, -1))} />
          <TextField label="Date" type="date" max={today} value={date} onChange={date => date && show(date)} />
          <IconButton
            label="Next day"
            icon={ChevronRight}
            disabled={date >= today}
            onClick={() => show(addDays(date, 1))}
          />
        </>
      }
    >
      <Requests span={span} />
      <Orders span={span} />
      <FailedDeliveries span={span} />
      {useIsOperator() && <Changes span={span} />}
    </Page>
  );
}

interface PartProps {
  span: Span;
}

function Requests({ span }: PartProps) {
  const tenant = useTenant();
  const { search: fields, change } = useUrlFields('/session/t/$tenant/day');
  const isTable = fields.tables !== undefined;
  const search = searchOfSpan(span);
  const range = timeRange(search);
  const series = useQuery(queries.series(tenant, range, 'status'));
  const errors = useQuery(queries.errors(tenant, range));
  return (
    <>
      <Card
        title="Requests"
        actions={
          <>
            <SegmentedControl
              label="Show requests as"
              value={isTable ? 'table' : 'chart'}
              options={{ chart: 'Chart', table: 'Table' }}
              onChange={view => change({ tables: view === 'table' ? 'requests' : undefined })}
            />
            <TenantLink to="./usage" search={search} label="View usage" />
          </>
        }
      >
        <Loaded query={series} skeleton={loading}>
          {data =>
            isTable ? (
              <Figure summary={`${plural(data.totals.requests, 'request')}.`}>
                <RequestTable rows={rowsOf(data)} series={data.series} step={data.step_seconds} by="status" />
              </Figure>
            ) : (
              <>
                {data.totals.requests > 0 && (
                  <p className="mb-3.5 text-secondary">
                    {plural(data.totals.requests, 'request')}, {plural(data.totals.errors, 'error')} (
                    {formatShare(data.totals.errors, data.totals.requests)}).
                  </p>
                )}
                <RequestStrip data={data} />
              </>
            )
          }
        </Loaded>
      </Card>
      <TableCard
        title="Errors"
        query={errors}
        keyOf={({ code, status }) => `${status} ${code}`}
        empty={<p className="px-6 pb-6 text-muted">No errors on this day.</p>}
        columns={[
          {
            head: 'Code',
            phoneTitle: true,
            cell: ({ code }) => (
              <TenantLink to="./requests" search={{ ...search, code }} className="row-link" label={code} />
            ),
          },
          { head: 'Status', phoneCorner: true, cell: ({ status }) => <HttpStatus status={status} /> },
          { head: 'Requests', cell: ({ requests }) => formatNumber(requests), number: true },
          { head: 'Last', cell: ({ last_at }) => <Time at={last_at} format="recentSecond" />, number: true },
        ]}
      />
    </>
  );
}

function Orders({ span }: PartProps) {
  const orders = useInfiniteQuery(queries.orders(useTenant(), rangeOf(span)));
  const paid = orders.data?.filter(({ paid_at }) => paid_at !== null).length ?? 0;
  const more = orders.hasNextPage ? ' or more' : '';
  return (
    <TableCard
      title="Orders and payments"
      description={orders.data && `${plural(orders.data.length, 'order')}${more}, ${formatNumber(paid)}${more} paid.`}
      query={orders}
      noun="order"
      empty={<p className="px-6 pb-6 text-muted">No orders were placed on this day.</p>}
      columns={[
        { head: 'Domain', phoneTitle: true, cell: order => <OrderName order={order} /> },
        { head: 'Status', phoneCorner: true, cell: order => <OrderStatus {...order} /> },
        { head: 'Kind', cell: ({ kind }) => kind },
        { head: 'Total', cell: ({ total, currency }) => formatMoney(total, currency), number: true },
      ]}
    />
  );
}

/** Failed deliveries to a receiver with the same response, which usually have the same cause. */
interface FailureGroup {
  id: string;
  newest: ListedDelivery;
  count: number;
}

/** Groups deliveries with at least one failed attempt, including deliveries that will be retried. */
function failuresIn(deliveries: readonly ListedDelivery[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const newest of deliveries) {
    const { receiver_id, state, last_status, last_reason } = newest;
    if (last_status === null && last_reason === null) continue;
    const id = `${receiver_id} ${state} ${last_status} ${last_reason}`;
    const group = groups.get(id);
    if (group) group.count++;
    else groups.set(id, { id, newest, count: 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function FailedDeliveries({ span }: PartProps) {
  const tenant = useTenant();
  const find = (state: string) => queries.deliveries(tenant, { state, limit: 200, ...rangeOf(span) });
  const failed = useInfiniteQuery(find('failed'));
  const pending = useInfiniteQuery(find('pending'));
  const receivers = useQuery(queries.receivers(tenant)).data?.receivers;
  const labelOfReceiver = (id: string) => {
    if (!receivers) return id;
    const receiver = receivers.find(receiver => receiver.id === id);
    return receiver ? nameOf(receiver) : 'A removed receiver';
  };
  const groups = failed.data && pending.data && failuresIn([...failed.data, ...pending.data]);
  // Shows the error of either query, and loads all pages of `failed` before those of `pending`.
  const query = failed.isError || (failed.hasNextPage && !pending.isError) ? failed : pending;
  return (
    <TableCard
      title="Failed deliveries"
      description="Including those that are retried, by receiver and last response."
      query={{ ...query, data: groups }}
      noun="group"
      empty={<p className="px-6 pb-6 text-muted">No deliveries failed on this day.</p>}
      columns={[
        {
          head: 'Receiver',
          phoneTitle: true,
          cell: ({ newest: { receiver_id, state } }) => (
            <TenantLink
              to="./webhooks/deliveries"
              search={{ receiver: receiver_id, state }}
              className="row-link"
              label={labelOfReceiver(receiver_id)}
            />
          ),
        },
        { head: 'State', phoneCorner: true, cell: ({ newest }) => <DeliveryState delivery={newest} /> },
        {
          head: 'Last response',
          cell: ({ newest: { last_status, last_reason } }) => last_status ?? formatReason(last_reason),
        },
        { head: 'Deliveries', cell: ({ count }) => formatNumber(count), number: true },
        { head: 'Newest', cell: ({ newest }) => <Time at={newest.created_at} format="recentSecond" />, number: true },
      ]}
    />
  );
}

function Changes({ span }: PartProps) {
  const tenant = useTenant();
  const entries = useInfiniteQuery(queries.audit({ tenant, ...rangeOf(span) }));
  return (
    <TableCard
      title="Changes"
      actions={<PageLink to="/audit" search={{ tenant, ...searchOfSpan(span) }} label="View audit log" />}
      query={entries}
      noun="change"
      empty={<p className="px-6 pb-6 text-muted">Nothing was changed on this day.</p>}
      columns={[
        { head: 'Action', phoneTitle: true, cell: ({ action }) => labelOf(action) },
        { head: 'Subject', cell: subjectOf },
        { head: 'Actor', cell: ({ actor }) => actor },
        { head: 'Time', cell: ({ at }) => <Time at={at} format="recentSecond" />, number: true },
      ]}
    />
  );
}
