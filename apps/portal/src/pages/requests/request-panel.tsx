import { useQuery } from '@tanstack/react-query';
import type { RequestView, STOREFRONT_KEY, WORLDS_KEY } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { TenantLink, useTenant } from '../../shell/session';
import { Badge, HttpStatus } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { formatDuration } from '../../ui/format';
import { MarkedText } from '../../ui/marked-text';
import { Notice, NoticeText } from '../../ui/notice';
import { Facts } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { callAt } from '../try-it/calls';
import { Exchange } from './exchange';
import { useSubjects } from './subjects';

/** Details of a request, next to the list, which may have the request already. */
export function RequestPanel({ id, request }: { id: string | undefined; request: RequestView | undefined }) {
  const query = useQuery({ ...queries.request(useTenant(), id ?? ''), enabled: id !== undefined && !request });
  return (
    <Dialog kind="side panel" title="Request">
      <Loaded query={request ? { ...query, data: request } : query}>{request => <Details request={request} />}</Loaded>
    </Dialog>
  );
}

function Details({ request }: { request: RequestView }) {
  const tenant = useTenant();
  const { status, code, key, faulted } = request;
  const errors = useQuery({ ...queries.errors(tenant, timeRange()), enabled: code !== null });
  const subjects = useSubjects(request);
  const advice = errors.data?.find(error => error.code === code)?.advice;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2.5">
        <HttpStatus status={status} />
        <code>
          {request.method} {request.endpoint}
        </code>
      </p>
      {code && (
        <Notice tone={status >= 500 ? 'bad' : 'warn'}>
          <span>
            <strong>{code}</strong>
            {advice && (
              <NoticeText>
                <MarkedText>{advice}</MarkedText>
              </NoticeText>
            )}
          </span>
        </Notice>
      )}
      <Facts
        kind="panel"
        facts={{
          'Request ID': <CopyableCode text={request.request_id} what="request ID" />,
          Time: <Time at={request.at} format="second" />,
          Duration: formatDuration(request.duration_ms),
          Key: key?.hint ? (
            <span className="two-lines">
              <TenantLink to="./keys/$key" params={{ key: key.id }}>
                {key.name}
              </TenantLink>
              <code className="text-muted">{key.hint}</code>
            </span>
          ) : (
            (key?.name ?? '–')
          ),
          ...subjects,
          ...(faulted && { Fault: <Fault by={faulted} /> }),
        }}
      />
      <Repeat request={request} />
      <Exchange request={request} />
      <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
        {code && request.endpoint.includes('/sandbox/') && (
          <TenantLink to="./scenarios" search={{ find: code }}>
            Rehearse {code}
          </TenantLink>
        )}
        {code && (
          <TenantLink to="./requests" search={{ code }}>
            Other requests with {code}
          </TenantLink>
        )}
        {key && (
          <TenantLink to="./requests" search={{ key: key.id }}>
            {key.hint ? 'Other requests with this key' : OTHER_REQUESTS[key.id]}
          </TenantLink>
        )}
      </p>
    </>
  );
}

/** Buttons that send the request again, or make the next one like it fail in the same way. */
function Repeat({ request: { id, endpoint, key, code, domain, faulted } }: { request: RequestView }) {
  const call = callAt(endpoint);
  const operation = FAULT_OPERATIONS.find(name => endpoint === `/api/v1/sandbox/domains/${name}`);
  const canRehearse = operation !== undefined && (code !== null || faulted !== null);
  if (!call && !canRehearse) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
      {call && (
        <TenantLink
          to="./try"
          search={{ call, request: id, ...(key?.hint && { key: key.id }) }}
          className={buttonClass('secondary', true)}
        >
          Send again
        </TenantLink>
      )}
      {canRehearse && (
        <TenantLink
          to="./faults"
          search={{ new: '1', operation, ...(domain && { domain }), ...(code && { code }) }}
          className={buttonClass('secondary', true)}
        >
          Rehearse this
        </TenantLink>
      )}
    </p>
  );
}

/** Operations that faults can match. */
const FAULT_OPERATIONS = ['search', 'order', 'checkout', 'renew'];

/** Labels of links, by what takes the place of the key. */
const OTHER_REQUESTS: Record<string, string> = {
  storefront: 'Other requests to the storefront',
  worlds: 'Other requests of worlds',
} satisfies Record<typeof STOREFRONT_KEY | typeof WORLDS_KEY, string>;

const Fault = ({ by }: { by: string }) => (
  <>
    <Badge tone="info">faulted</Badge> {by.startsWith('flt_') ? <CopyableCode text={by} what="fault ID" /> : `by ${by}`}
  </>
);
