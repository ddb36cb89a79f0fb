import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExchangeView, MessageView, RequestView, STOREFRONT_KEY, WORLDS_KEY } from '#usage/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge, HttpStatus } from '../../ui/badge';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { formatDuration } from '../../ui/format';
import { Notice, NoticeText } from '../../ui/notice';
import { Facts } from '../../ui/page';
import { Loaded, MarkedText, Skeleton } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { callAt } from '../try-it/calls';
import { DomainName } from '../../ui/domain-name';
import { DomainLink, OrderLink } from '../sandbox/order-labels';
import { indentJson, Json } from '../../ui/json';
import { RefusalAdvice } from './refusal-advice';
import { KeyLink } from './rejection-panel';
import { useOwner } from './use-owner';

/** Details of a request beside the list. Loads the request if the list does not contain it. */
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
  const errors = useQuery({ ...queries.errors(tenant, rangeAround(request.at)), enabled: code !== null });
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
            <ErrorMessage id={request.id} />
            {advice && (
              <NoticeText>
                <MarkedText>{advice}</MarkedText>
              </NoticeText>
            )}
          </span>
        </Notice>
      )}
      <RefusalAdvice request={request} />
      <Facts
        kind="panel"
        facts={{
          'Request ID': <CopyableCode text={request.request_id} what="request ID" />,
          Time: <Time at={request.at} format="second" />,
          Duration: formatDuration(request.duration_ms),
          Key: key?.hint ? <KeyLink apiKey={key} /> : (key?.name ?? '–'),
          World: request.world ? (
            <TenantLink to="./worlds/$world" params={{ world: request.world.tenant }} label={request.world.name} />
          ) : undefined,
          ...subjects,
          ...(faulted && { Fault: <Fault by={faulted} /> }),
        }}
      />
      <Repeat request={request} />
      <Exchange request={request} />
      <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
        {code && request.endpoint.includes('/sandbox/') && (
          <TenantLink to="./scenarios" search={{ find: code }} label={`Rehearse ${code}`} />
        )}
        {code && <TenantLink to="./requests" search={{ code }} label={`Other requests with ${code}`} />}
        {key && (
          <TenantLink
            to="./requests"
            search={{ key: key.id }}
            label={key.hint ? 'Other requests with this key' : OTHER_REQUESTS[key.id]}
          />
        )}
      </p>
    </>
  );
}

const HALF_HOUR_MS = 1_800_000;

/** The hour around a request. A range that ends now would not contain old requests. */
function rangeAround(at: string) {
  const [from, to] = [-HALF_HOUR_MS, HALF_HOUR_MS].map(ms => new Date(Date.parse(at) + ms).toISOString());
  return timeRange({ range: 'custom', from, to });
}

/** The error message in the response, if its body is kept. */
function ErrorMessage({ id }: { id: string }) {
  const exchange = useQuery(queries.exchange(useTenant(), id));
  const message = messageIn(exchange.data?.response?.body ?? null);
  return message && <span className="block font-medium text-primary wrap-anywhere">{message}</span>;
}

function messageIn(body: string | null): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '{}') as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : undefined;
  } catch {
    return undefined; // the body is incomplete
  }
}

/** Buttons that send the request again, or add a fault with the same error for the next request of this kind. */
function Repeat({ request }: { request: RequestView }) {
  const { id, endpoint, key, code, domain, faulted } = request;
  const call = callAt(endpoint);
  const isOwn = useOwner(request) === useTenant();
  // The buttons would act on this tenant, and not on the world of the request.
  if (!call || !isOwn) return null;
  const canRehearse = call !== 'registrar.search' && (code !== null || faulted !== null);
  return (
    <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
      <TenantLink
        to="./try"
        search={{ call, request: id, ...(key?.hint && { key: key.id }) }}
        variant="secondary"
        small
        label="Send again"
      />
      {canRehearse && (
        <TenantLink
          to="./faults"
          search={{ new: '1', operation: call, ...(domain && { domain }), ...(code && { code }) }}
          variant="secondary"
          small
          label="Rehearse this"
        />
      )}
    </p>
  );
}

/** Link labels for the entries of `OTHER_KEYS`. */
const OTHER_REQUESTS: Record<string, string> = {
  storefront: 'Other requests to the storefront',
  worlds: 'Other requests of worlds',
} satisfies Record<typeof STOREFRONT_KEY | typeof WORLDS_KEY, string>;

const Fault = ({ by }: { by: string }) => (
  <>
    <Badge tone="info">faulted</Badge> {by.startsWith('flt_') ? <CopyableCode text={by} what="fault ID" /> : `by ${by}`}
  </>
);

const ORDER = /\b(ord_[\da-f]{32})\b/g;
const DOMAIN = /(?:"domain"\s*:\s*"|\/domains\/)([\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+)/gu;

/** Maximum number of shown IDs, because a response can be a list of many orders. */
const MAX_SHOWN = 5;

/** The orders and domains of a request, with links. */
function useSubjects(request: RequestView): Record<string, ReactNode> {
  const { id, domain, order_id } = request;
  const exchange = useQuery(queries.exchange(useTenant(), id)).data;
  const owner = useOwner(request);
  const domains = domain === null ? namesIn(exchange, DOMAIN) : [domain];
  const orders = order_id === null ? namesIn(exchange, ORDER) : [order_id];
  return {
    Domain:
      domains.length === 0
        ? '–'
        : listed(domains, name => (owner ? <DomainLink name={name} of={owner} /> : <DomainName>{name}</DomainName>)),
    Order:
      orders.length === 0
        ? undefined
        : listed(orders, id => (owner ? <OrderLink id={id} of={owner} /> : <code>{id}</code>)),
  };
}

/** Finds orders or domains in the kept messages, for requests whose log entry names none, for example invalid ones. */
function namesIn(exchange: ExchangeView | undefined, pattern: RegExp): string[] {
  const texts = [exchange?.target, exchange?.request?.body, exchange?.response?.body];
  const found = texts.map(text => [...(text ?? '').matchAll(pattern)].map(([, name]) => name!));
  return [...new Set(found.find(names => names.length > 0))].slice(0, MAX_SHOWN);
}

const listed = (names: string[], show: (name: string) => ReactNode) => (
  <ul className="grid grid-cols-1 gap-0.5">
    {names.map(name => (
      <li key={name}>{show(name)}</li>
    ))}
  </ul>
);

/** What a request sent and received, and how to send it again from a terminal. */
function Exchange({ request }: { request: RequestView }) {
  const exchange = useQuery(queries.exchange(useTenant(), request.id));
  return (
    <Loaded query={exchange} skeleton={<Skeleton lines={6} />}>
      {view => (
        <>
          <Messages view={view} code={request.code} />
          {request.curl ? (
            <CodeBlock title="curl command" text={request.curl} />
          ) : (
            view.not_kept === null && (
              <p className="py-1 text-muted">There is no curl command: the request body is not kept completely.</p>
            )
          )}
        </>
      )}
    </Loaded>
  );
}

/** Reasons why headers and bodies are not kept. */
const REASONS: Record<NonNullable<ExchangeView['not_kept']>, string> = {
  off: 'This installation does not keep headers and bodies (LOG_BODIES=none).',
  success: 'This installation keeps headers and bodies of failed requests only (LOG_BODIES=errors).',
  storefront: 'Headers and bodies of requests to the storefront are not kept, because they contain data of visitors.',
  expired: 'Headers and bodies are kept for 7 days.',
  dropped:
    'The process answered more than 300 successful requests in the same second (besides the first 100 of each tenant), too many bodies were waiting to be written, or LOG_BODIES was different.',
};

function Messages({ view, code }: { view: ExchangeView; code: string | null }) {
  const { not_kept, target, request, response } = view;
  if (not_kept !== null || !request || !response)
    return (
      <>
        <h3 className="-mb-2">Headers and bodies</h3>
        <p className="py-1 text-muted">Not kept. {not_kept && REASONS[not_kept]}</p>
      </>
    );
  return (
    <>
      <Message title="Request" message={request}>
        {target?.includes('?') && (
          <p className="wrap-anywhere">
            <code>{target}</code>
          </p>
        )}
      </Message>
      <Message title="Response" message={response}>
        {code === 'ANSWER_LOST' && <p className="py-1 text-muted">The client did not receive this response.</p>}
      </Message>
    </>
  );
}

const STATES: Record<MessageView['state'], string | undefined> = {
  complete: undefined,
  cut: 'Only the first 16 KiB are kept.',
  absent: 'No body.',
  unreadable: 'The body is not kept, because it is not JSON, or the request was rejected before its body was read.',
  too_large: 'The body is not kept, because it is larger than 256 KiB.',
};

function Message({ title, message, children }: { title: string; message: MessageView; children: ReactNode }) {
  const { headers, state, body } = message;
  const count = Object.keys(headers).length;
  return (
    <section aria-label={title}>
      <h3 className="-mb-2">{title}</h3>
      {children}
      <details className="mt-1 mb-2.5">
        <summary className="w-fit cursor-pointer text-sm text-secondary">Headers ({count})</summary>
        <Facts kind="headers" facts={headers} />
      </details>
      {body !== null && (
        <CodeBlock title={`${title} body`} text={indentJson(body)}>
          <Json value={indentJson(body)} />
          {state === 'cut' && <span className="text-warn">… cut</span>}
        </CodeBlock>
      )}
      {STATES[state] && <p className="py-1 text-muted">{STATES[state]}</p>}
    </section>
  );
}
