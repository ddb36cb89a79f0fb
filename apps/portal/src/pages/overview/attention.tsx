import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KeyView } from '#api-keys/contract';
import type { RegistrarView } from '#registrar/contract';
import type { RankedError } from '#usage/contract';
import type { ReceiverView } from '#webhooks/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useNow } from '../../lib/use-now';
import { PageLink, TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { formatNumber, plural } from '../../ui/format';
import { Card } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { Time } from '../../ui/time';

const DAY_MS = 86_400_000;

/** Keys that expire sooner are listed. */
const EXPIRY_NOTICE_MS = 14 * DAY_MS;

/** Changes of the kill switch are listed for this time. */
const SWITCH_NOTICE_MS = 7 * DAY_MS;

/** Minimum number of responses with 429, or with 5xx, in the last hour that is reported. */
const MIN_BURST = 10;

/** Maximum number of pending deliveries that are counted. */
const MAX_PENDING = 50;

const LAST_HOUR = timeRange({ range: '1h' });

/** Kinds of findings, the most serious first. */
const KINDS = [
  'switch-off',
  'receiver-off',
  '5xx',
  'receiver-failing',
  'key',
  '429',
  'deliveries',
  'switch-on',
] as const;

/** Number of findings that are shown before "more" is clicked. */
const MAX_FINDINGS = 3;

interface Finding {
  id: string;
  kind: (typeof KINDS)[number];
  text: ReactNode;
  link: ReactNode;
}

/** Lists problems of webhooks, keys, errors and the kill switch that need attention. */
export function Attention() {
  const tenant = useTenant();
  const now = useNow();
  const refetchInterval = 30_000;
  const receivers = useQuery({ ...queries.receivers(tenant), refetchInterval });
  const keys = useQuery({ ...queries.keys(tenant), refetchInterval });
  const errors = useQuery({ ...queries.errors(tenant, LAST_HOUR), refetchInterval });
  const registrar = useQuery(queries.registrar());
  const pending = useInfiniteQuery({
    ...queries.deliveries(tenant, { state: 'pending', limit: MAX_PENDING }),
    refetchInterval,
  });
  const isLoaded = [receivers, keys, errors, registrar, pending].every(({ data }) => data !== undefined);
  const failed = [receivers, keys, errors, registrar, pending].find(({ error }) => error);
  const findings = [
    ...(receivers.data?.receivers ?? []).flatMap(findingsOfReceiver),
    ...findingsOfDeliveries(pending.data?.length ?? 0, pending.hasNextPage),
    ...(keys.data?.keys ?? []).toSorted(byExpiry).flatMap(key => findingsOfKey(key, now)),
    ...findingsOfErrors(errors.data ?? []),
    ...(registrar.data ? findingsOfSwitch(registrar.data, now) : []),
  ].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const query = {
    data: isLoaded ? findings : undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
  return (
    <Card title="Needs attention">
      <Loaded query={query} skeleton={<Skeleton lines={1} />} empty={<NothingFound />}>
        {findings => (
          <>
            <Findings findings={findings.slice(0, MAX_FINDINGS)} />
            {findings.length > MAX_FINDINGS && (
              <details className="group mt-2.5">
                <summary className="w-fit cursor-pointer text-sm text-secondary group-open:mb-2.5">
                  {findings.length - MAX_FINDINGS} more
                </summary>
                <Findings findings={findings.slice(MAX_FINDINGS)} />
              </details>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

const NothingFound = () => (
  <p className="inline-flex items-center gap-2.5 py-1 text-muted">
    <CircleCheck size={16} className="text-ok" />
    Nothing needs your attention.
  </p>
);

const Findings = ({ findings }: { findings: Finding[] }) => (
  <ul className="grid gap-2.5">
    {findings.map(({ id, text, link }) => (
      <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-2.5">
        <TriangleAlert size={16} className="mt-0.75 text-warn" />
        <span>{text}</span>
        {link}
      </li>
    ))}
  </ul>
);

function findingsOfReceiver({ id, url, description, state, off_reason, failing_since }: ReceiverView): Finding[] {
  const isOff = state === 'off';
  if (!isOff && failing_since === null) return [];
  const text = (
    <>
      <strong className="wrap-anywhere">{description || url}</strong>
      {isOff ? ` is off${off_reason ? `: ${off_reason}` : ''}` : ' has been failing since '}
      {!isOff && <Time at={failing_since} format="minute" />}.
    </>
  );
  const link = <TenantLink to="./webhooks/receivers/$receiver" params={{ receiver: id }} label="View receiver" />;
  return [{ id, kind: isOff ? 'receiver-off' : 'receiver-failing', text, link }];
}

function findingsOfDeliveries(count: number, hasMore: boolean): Finding[] {
  if (count === 0) return [];
  const text = hasMore
    ? `More than ${count} deliveries wait.`
    : `${plural(count, 'delivery')} ${count === 1 ? 'waits' : 'wait'}.`;
  const link = <TenantLink to="./webhooks/deliveries" search={{ state: 'pending' }} label="View deliveries" />;
  return [{ id: 'deliveries', kind: 'deliveries', text, link }];
}

const byExpiry = (a: KeyView, b: KeyView) => (a.expires_at ?? '').localeCompare(b.expires_at ?? '');

function findingsOfKey({ id, name, status, expires_at, rolled_to }: KeyView, now: number): Finding[] {
  const isExpiring = status === 'active' && expires_at !== null && Date.parse(expires_at) - now < EXPIRY_NOTICE_MS;
  if (!isExpiring || rolled_to !== null) return [];
  const text = (
    <>
      The key <strong>{name}</strong> expires <Time at={expires_at} />.
    </>
  );
  const link = <TenantLink to="./keys/$key" params={{ key: id }} label="View key" />;
  return [{ id, kind: 'key', text, link }];
}

const BURSTS = [
  { id: '429', matches: (status: number) => status === 429, text: 'requests exceeded a limit (429) in the last hour.' },
  { id: '5xx', matches: (status: number) => status >= 500, text: 'requests failed with 5xx in the last hour.' },
] as const;

const findingsOfErrors = (errors: RankedError[]): Finding[] =>
  BURSTS.flatMap(({ id, matches, text }) => {
    const count = errors.reduce((sum, { status, requests }) => sum + (matches(status) ? requests : 0), 0);
    if (count < MIN_BURST) return [];
    const link =
      id === '429' ? (
        <TenantLink to="./usage" search={{ range: '1h' }} hash="limits" label="View limits" />
      ) : (
        <TenantLink to="./requests" search={{ status: id, range: '1h' }} label="View requests" />
      );
    return [{ id, kind: id, text: `${formatNumber(count)} ${text}`, link }];
  });

function findingsOfSwitch({ state, reason, changed_at }: RegistrarView, now: number): Finding[] {
  if (changed_at === null || now - Date.parse(changed_at) > SWITCH_NOTICE_MS) return [];
  const text = (
    <>
      The live registrar was turned {state} <Time at={changed_at} />
      {reason && `: ${reason}`}.
    </>
  );
  const kind = state === 'on' ? 'switch-on' : 'switch-off';
  return [{ id: 'switch', kind, text, link: <PageLink to="/kill-switch" label="View kill switch" /> }];
}
