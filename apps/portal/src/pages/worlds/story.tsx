import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { WorldStoryView } from '#testcontrol/contract';
import { queries } from '../../api/queries';
import { MissingPage } from '../../shell/error-pages';
import { PageLink, TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge, HttpStatus } from '../../ui/badge';
import { CopyableCode } from '../../ui/copy';
import { DomainName } from '../../ui/domain-name';
import { Endpoint } from '../../ui/endpoint';
import { formatDuration, plural } from '../../ui/format';
import { Card, Facts, Page, TableCard } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { NoRows } from '../../ui/table';
import { BusinessTime, Time } from '../../ui/time';
import { Boxes } from 'lucide-react';
import { isNotFound } from '../../api/client';

const PARENT = <TenantLink to="./worlds" label="Worlds" />;

/** The history of a world, which is also shown after the end of the world. */
export default function StoryPage() {
  const tenant = useTenant();
  const { world } = useParams({ from: '/session/t/$tenant/worlds/$world' });
  const story = useQuery({ ...queries.story(tenant, world), refetchInterval: refreshLive });
  if (isNotFound(story.error))
    return (
      <MissingPage
        title="World not found"
        parent={PARENT}
        icon={Boxes}
        message="There is no story of this world"
        text="It ended more than 7 days ago, or it belongs to another tenant."
      />
    );
  return <Loaded query={story}>{story => <Story story={story} />}</Loaded>;
}

const refreshLive = ({ state: { data } }: { state: { data: WorldStoryView | undefined } }) =>
  data?.ended_at === null ? 4_000 : false;

function Story({ story }: { story: WorldStoryView }) {
  const { tenant, name, created_at, ended_at, clock, clock_now, requests, orders } = story;
  const failed = requests.filter(({ status, faulted }) => (status === null || status >= 400) && faulted === null);
  return (
    <Page
      title={name}
      parent={PARENT}
      description={summaryOf(story, failed.length)}
      actions={
        <>
          <TenantLink to="./requests" search={{ world: tenant }} variant="secondary" label="View in request log" />
          {ended_at === null && <PageLink to="/t/$tenant" params={{ tenant }} variant="secondary" label="Open world" />}
        </>
      }
    >
      <Card>
        <Facts
          facts={{
            'X-Tenant': <CopyableCode text={tenant} what="X-Tenant" />,
            Created: <Time at={created_at} format="second" />,
            Ended: ended_at ? <Time at={ended_at} format="second" /> : <Badge tone="ok">live</Badge>,
            Clock: (
              <>
                {clock}, <BusinessTime at={clock_now} />
              </>
            ),
          }}
        />
      </Card>
      <StoryRequests requests={requests} />
      <TableCard
        title="Orders"
        query={{ data: orders }}
        keyOf={({ order_id }) => order_id}
        empty={<NoRows>No orders were placed.</NoRows>}
        columns={[
          { head: 'Domain', phoneTitle: true, cell: ({ domain }) => <DomainName short>{domain}</DomainName> },
          { head: 'Kind', cell: ({ kind }) => kind },
          {
            head: 'Status',
            phoneCorner: true,
            cell: ({ status, domain_status }) => (domain_status ? `${status}, ${domain_status}` : status),
          },
          { head: 'Order', desktopOnly: true, cell: ({ order_id }) => <code>{order_id}</code> },
          { head: 'Ordered', cell: ({ created_at }) => <BusinessTime at={created_at} />, number: true },
        ]}
      />
      <StoryDeliveries deliveries={story.deliveries} />
      <StoryFaults faults={story.faults} />
    </Page>
  );
}

/** Maximum number of entries of each kind in a story. */
const MAX_ENTRIES = 200;

const counted = ({ length }: readonly unknown[], noun: string): string =>
  `${length < MAX_ENTRIES ? '' : 'the first '}${plural(length, noun)}`;

function summaryOf({ ended_at, requests, orders, deliveries }: WorldStoryView, failed: number): string {
  const counts = [
    counted(requests, 'request'),
    failed > 0 && `${failed} of them refused or failed`,
    counted(orders, 'order'),
    counted(deliveries, 'delivery'),
  ];
  const text = `${counts.filter(Boolean).join(', ')}.`;
  return ended_at ? `${text} This world has ended; its story is kept for 7 days.` : text;
}

const StoryRequests = ({ requests }: Pick<WorldStoryView, 'requests'>) => (
  <TableCard
    title="Requests"
    query={{ data: requests }}
    keyOf={({ request_id, at }) => `${request_id} ${at}`}
    empty={<NoRows>No requests were sent.</NoRows>}
    columns={[
      {
        head: 'Status',
        phoneCorner: true,
        cell: ({ status }) => (status === null ? 'no response' : <HttpStatus status={status} />),
      },
      {
        head: 'Request',
        phoneTitle: true,
        cell: ({ method, path, request_id }) => (
          <TenantLink
            to="./requests"
            search={{ find: request_id }}
            className="row-link"
            label={<Endpoint method={method} endpoint={path} />}
          />
        ),
      },
      {
        head: 'Code',
        cell: ({ code, faulted, replayed }) =>
          (code !== null || faulted !== null || replayed) && (
            <>
              {code && <code>{code}</code>} {faulted && <Badge tone="info">faulted</Badge>}{' '}
              {replayed && <Badge>replayed</Badge>}
            </>
          ),
      },
      { head: 'Domain', cell: ({ domain }) => domain && <DomainName short>{domain}</DomainName> },
      {
        head: 'Duration',
        desktopOnly: true,
        cell: ({ duration_ms }) => formatDuration(duration_ms),
        number: true,
      },
      { head: 'Time', cell: ({ at }) => <Time at={at} format="recentSecond" />, number: true },
    ]}
  />
);

const StoryDeliveries = ({ deliveries }: Pick<WorldStoryView, 'deliveries'>) => (
  <TableCard
    title="Deliveries"
    query={{ data: deliveries }}
    keyOf={({ delivery_id }) => delivery_id}
    empty={<NoRows>No webhooks were sent.</NoRows>}
    columns={[
      { head: 'Event', phoneTitle: true, cell: ({ event }) => event },
      { head: 'Domain', cell: ({ domain }) => domain && <DomainName short>{domain}</DomainName> },
      { head: 'State', phoneCorner: true, cell: ({ state }) => state },
      { head: 'Attempts', cell: ({ attempts }) => attempts, number: true },
      { head: 'Altered', desktopOnly: true, cell: ({ altered }) => altered },
      { head: 'Time', cell: ({ at }) => <Time at={at} format="recentSecond" />, number: true },
    ]}
  />
);

const StoryFaults = ({ faults }: Pick<WorldStoryView, 'faults'>) => (
  <TableCard
    title="Faults"
    query={{ data: faults }}
    empty={<NoRows>No fault rules at the end.</NoRows>}
    columns={[
      { head: 'Fault', phoneTitle: true, cell: ({ fault }) => <code>{textOf(fault)}</code> },
      { head: 'For', cell: ({ match }) => textOf(match) || 'all operations' },
      { head: 'Used', cell: ({ used, times }) => `${used} of ${times}`, number: true },
      { head: 'Added', cell: ({ created_at }) => <Time at={created_at} format="recentSecond" />, number: true },
    ]}
  />
);

const textOf = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
