import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import type { LimitsView } from '#usage/contract';
import { formatNumber, plural } from '../../ui/format';
import { Card, TableCard } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { RowButton, Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { Figure, loading } from './figure';
import { StepTable } from './series';
import { minuteBefore, type Span } from './zoom';

const LimitChart = lazy(() => import('./charts').then(({ LimitChart }) => ({ default: LimitChart })));

interface LimitsProps {
  query: UseQueryResult<LimitsView>;
  isTable: boolean;
  actions: ReactNode;
  height: number;
  onZoom: (span: Span, key?: string) => void;
}

/** Requests of each key and its limit, the times when limits were exceeded, and the senders of the requests. */
export function Limits({ query, isTable, actions, height, onZoom }: LimitsProps) {
  const { step_seconds: step = 60, lines = [], exceeded = [], senders = [] } = query.data ?? {};
  const description =
    step === 1
      ? 'Requests of each key in the 60 seconds before. A limit applies to 60 seconds that start with a request.'
      : 'Requests of each key per minute, and its limit.';
  return (
    <>
      <Card title="Limits" description={description} actions={lines.length > 0 && actions}>
        <span id="limits" />
        <Loaded query={query} skeleton={loading}>
          {data => (
            <Figure summary={summaryOf(data)}>
              {lines.length === 0 ? (
                <p className="text-muted">
                  {step > 60
                    ? 'Select at most 6 hours of the last 7 days to see the requests of each key.'
                    : 'No requests with a key of this tenant. Requests of worlds are counted together.'}
                </p>
              ) : isTable ? (
                <LimitTable data={data} onZoom={onZoom} />
              ) : (
                <LimitChart data={data} height={height} onZoom={onZoom} />
              )}
            </Figure>
          )}
        </Loaded>
      </Card>
      {exceeded.length > 0 && (
        <TableCard
          title="Refused requests"
          description="Requests that returned 429, by minute and key, newest first, at most 20 rows."
          query={{ data: exceeded }}
          keyOf={({ at, key }) => `${at} ${key?.id}`}
          columns={[
            {
              head: 'First refused',
              phoneTitle: true,
              cell: ({ at, key }) => (
                <RowButton label={<Time at={at} format="second" />} onClick={() => onZoom(minuteBefore(at), key?.id)} />
              ),
            },
            { head: 'Key', cell: ({ key }) => key?.name ?? 'A removed key' },
            { head: 'Limit', cell: ({ limit }) => limit && formatNumber(limit), number: true },
            { head: 'Refused', cell: ({ refused }) => formatNumber(refused), number: true },
          ]}
        />
      )}
      {senders.length > 0 && (
        <TableCard
          title="Senders"
          description="Who sent the requests of this range."
          query={{ data: senders }}
          keyOf={({ key, world, user_agent }) => `${key?.id} ${world} ${user_agent}`}
          columns={[
            { head: 'Key or world', phoneTitle: true, cell: ({ key, world }) => world ?? key?.name ?? 'A removed key' },
            { head: 'Client', cell: ({ user_agent }) => user_agent && <Truncated>{user_agent}</Truncated> },
            { head: 'Requests', cell: ({ requests }) => formatNumber(requests), number: true },
            { head: 'Refused', cell: ({ refused }) => formatNumber(refused), number: true },
          ]}
        />
      )}
    </>
  );
}

/** Maximum number of rows that the API returns. */
const MAX_LISTED = 20;

/** Says which key was refused first and since when. */
function summaryOf({ exceeded }: LimitsView): ReactNode {
  const first = exceeded.at(-1);
  if (!first) return 'No request was refused because of a limit.';
  const own = exceeded.filter(({ key }) => key?.id === first.key?.id);
  const refused = own.reduce((sum, { refused }) => sum + refused, 0);
  const others = new Set(exceeded.map(({ key }) => key?.id)).size - 1;
  return (
    <>
      {exceeded.length === MAX_LISTED && 'At least '}
      {plural(refused, 'request')} of <strong>{first.key?.name ?? 'a removed key'}</strong>{' '}
      {refused === 1 ? 'was' : 'were'} refused since <Time at={first.at} format="recentSecond" />.
      {first.limit !== null && ` Its limit is ${plural(first.limit, 'request')} per minute.`}
      {others > 0 && ` ${plural(others, 'other key')} ${others === 1 ? 'was' : 'were'} also refused.`}
    </>
  );
}

/** The numbers of the chart, newest first. */
function LimitTable({ data, onZoom }: { data: LimitsView; onZoom: (span: Span) => void }) {
  const { lines, step_seconds: step } = data;
  const points = lines[0]!.points.map(({ at }, index) => ({ at, of: lines.map(({ points }) => points[index]!) }));
  return (
    <StepTable
      name="Limits"
      label="Requests against limits"
      step={step}
      onZoom={onZoom}
      points={points.filter(({ of }) => of.some(({ requests }) => requests > 0))}
      columns={lines.map(({ key, limit }, line) => ({
        head: `${key.name}, limit ${formatNumber(limit)}`,
        cell: ({ of }: (typeof points)[number]) => {
          const { requests, refused } = of[line]!;
          return `${formatNumber(requests)}${refused > 0 ? ` (${formatNumber(refused)} refused)` : ''}`;
        },
      }))}
    />
  );
}
