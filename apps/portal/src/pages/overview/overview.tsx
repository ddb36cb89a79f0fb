import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../api/queries';
import { rangeOf } from '../../api/range';
import type { OverviewView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { Status } from '../../ui/badge';
import { Choice } from '../../ui/field';
import { milliseconds, share, shortNumber } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { Failure, Loaded, Skeleton } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { FirstSteps } from './first-steps';
import { NextStep } from './next-step';
import { Strip } from './strip';

const route = getRouteApi('/session/t/$tenant/');

const RANGES = [
  { value: 'hour', label: 'Last hour', range: '1h' },
  { value: 'day', label: 'Last 24 hours', range: '24h' },
  { value: 'week', label: 'Last 7 days', range: '7d' },
] as const;

export function Overview() {
  const tenant = useTenant();
  const { range = 'day' } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = RANGES.find(({ value }) => value === range) ?? RANGES[1];
  // Until there was a first request, its arrival is what everyone waits for.
  const overview = useQuery({
    ...q.overview(tenant),
    refetchInterval: ({ state }) => (state.data?.first_request_at === null ? 2_000 : 15_000),
  });
  const isNew = overview.data?.first_request_at === null;

  return (
    <Page
      title="Overview"
      about={isNew ? 'Four steps from here to your first webhook.' : 'How your integration is doing.'}
      actions={
        !isNew && (
          <Choice
            legend="Time range"
            value={chosen.value}
            options={RANGES.map(({ value, label }) => ({ value, label }))}
            onChange={range => void navigate({ search: { range }, replace: true })}
          />
        )
      }
    >
      <Loaded query={overview} skeleton={<Waiting />}>
        {data =>
          isNew ? <FirstSteps overview={data} /> : <Busy overview={data} range={chosen.value} name={chosen.range} />
        }
      </Loaded>
    </Page>
  );
}

const Waiting = () => (
  <>
    <div className="stats">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="stat">
          <Skeleton lines={1} height={72} />
        </div>
      ))}
    </div>
    <Card>
      <Skeleton lines={1} height={168} />
    </Card>
  </>
);

function Busy({ overview, range, name }: { overview: OverviewView; range: 'hour' | 'day' | 'week'; name: string }) {
  const tenant = useTenant();
  const { requests, errors, p95_ms, registrations } = overview.ranges[range];
  const { span, label } = rangeOf({ range: name });
  const series = useQuery({ ...q.series(tenant, 'status', span, name), refetchInterval: 30_000 });
  const to = { params: { tenant } };
  return (
    <>
      <NextStep overview={overview} />
      <div className="stats">
        <Stat name="Requests" value={shortNumber(requests)}>
          <Link to="/t/$tenant/requests" {...to}>
            Open the log
          </Link>
        </Stat>
        <Stat name="Errors" value={shortNumber(errors)}>
          {requests === 0 ? 'No requests' : `${share(errors, requests)} of requests`}
        </Stat>
        <Stat name="p95 latency" value={milliseconds(p95_ms)}>
          95 of 100 are faster
        </Stat>
        <Stat name="Registrations" value={shortNumber(registrations)}>
          <Link to="/t/$tenant/domains" {...to}>
            See the domains
          </Link>
        </Stat>
      </div>
      <Card
        title="Requests"
        about={label}
        actions={
          <Link to="/t/$tenant/usage" {...to} search={{ range: name }}>
            All charts
          </Link>
        }
      >
        <Loaded query={series} skeleton={<Skeleton lines={1} height={148} />}>
          {data => <Strip data={data} />}
        </Loaded>
      </Card>
      <div className="halves">
        <Latest />
        <TopErrors name={name} />
      </div>
    </>
  );
}

const Stat = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <div className="stat">
    <p className="stat-name">{name}</p>
    <p className="stat-value">{value}</p>
    <p className="stat-more">{children}</p>
  </div>
);

function Latest() {
  const tenant = useTenant();
  const latest = useQuery({ ...q.latest(tenant), refetchInterval: 5_000 });
  return (
    <Card
      flush
      title="Latest requests"
      actions={
        <Link to="/t/$tenant/requests" params={{ tenant }} search={{ live: '1' }}>
          Watch live
        </Link>
      }
    >
      <Table
        label="Latest requests"
        rows={latest.data?.requests}
        error={latest.error}
        keyOf={({ id }) => id}
        empty={<p className="quiet">No requests yet.</p>}
        columns={[
          {
            head: 'Endpoint',
            lead: true,
            cell: ({ id, method, endpoint }) => (
              <Link to="/t/$tenant/requests" params={{ tenant }} search={{ open: id }} className="row-link">
                <span className="faint">{method}</span> {shortEndpoint(endpoint)}
              </Link>
            ),
          },
          { head: 'Status', corner: true, cell: ({ status }) => <Status status={status} /> },
          { head: 'When', cell: ({ at }) => <Time at={at} />, number: true },
        ]}
      />
    </Card>
  );
}

/** The part of a path that tells it from the others. */
const shortEndpoint = (endpoint: string) => endpoint.replace(/^\/api\/v1\//, '');

function TopErrors({ name }: { name: string }) {
  const tenant = useTenant();
  const errors = useQuery(q.errors(tenant, rangeOf({ range: name }).span, name));
  const top = errors.data?.errors.slice(0, 4);
  return (
    <Card
      title="Most frequent errors"
      actions={
        <Link to="/t/$tenant/usage" params={{ tenant }} search={{ range: name }} hash="errors">
          All errors
        </Link>
      }
    >
      {errors.error && !top && <Failure error={errors.error} />}
      {!top && !errors.error && <Skeleton lines={4} />}
      {top?.length === 0 && <p className="quiet">None. Everything that was asked for was answered.</p>}
      {top && top.length > 0 && (
        <ul className="advice">
          {top.map(({ code, status, requests, advice }) => (
            <li key={`${status} ${code}`}>
              <p>
                <Status status={status} />
                <Link
                  to="/t/$tenant/requests"
                  params={{ tenant }}
                  search={{ code, range: name }}
                  className="advice-code"
                >
                  {code}
                </Link>
                <span className="advice-count">{shortNumber(requests)}</span>
              </p>
              <p className="faint">{advice}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
