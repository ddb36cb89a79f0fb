import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Play, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { KeyView, TryView } from '#api-keys/contract';
import { clientSnippet } from '#snippets/model';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { SegmentedField, SelectField, TextareaField } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatDuration } from '../../ui/format';
import { indentJson, Json } from '../../ui/json';
import { Card, Facts, Page } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { callAt, callsOf, dataOf, examplesOf, type TryCall } from './calls';
import { curl } from '../../lib/curl';
import { CodeBlock } from '../../ui/copy';

const ROUTE = '/session/t/$tenant/try';

/** Sends API calls from the portal. The server adds the key, so that its value never reaches the browser. */
export default function TryIt() {
  const tenant = useTenant();
  const keys = useQuery(queries.keys(tenant));
  const empty = (
    <Empty
      icon={SquareTerminal}
      title="No keys yet"
      text="Create a key to send calls from here."
      action={<TenantLink to="./keys" search={{ new: '1' }} variant="primary" label="Create a key" />}
    />
  );
  return (
    <Page description="Send real calls to this tenant’s sandbox. They count towards the usage of the key.">
      <Loaded query={{ ...keys, data: keys.data?.keys }} empty={empty}>
        {keys => <Console keys={keys} />}
      </Loaded>
    </Page>
  );
}

const newDomain = () => `shop-${Math.floor(Date.now() / 1_000).toString(36)}.com`;

type ByCall<T> = Partial<Record<TryCall, T>>;

function Console({ keys }: { keys: KeyView[] }) {
  const tenant = useTenant();
  const { search, change } = useUrlFields(ROUTE);
  const activeFirst = keys.toSorted((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
  const key =
    keys.find(({ id }) => id === search.key) ??
    activeFirst.find(({ scope, status }) => scope === 'sandbox' && status === 'active') ??
    activeFirst[0]!;
  const calls = callsOf(key.scope);
  const { value: call, path } = calls.find(({ value }) => value === search.call) ?? calls[0]!;

  const [domain, setDomain] = useState(newDomain);
  const [order, setOrder] = useState<string>();
  const [edited, setEdited] = useState<ByCall<string | undefined>>({});
  const [results, setResults] = useState<ByCall<TryView>>({});
  const examples = examplesOf(call, domain, order).map(({ label, body }) => ({
    label,
    value: JSON.stringify(body, null, 2),
  }));
  const logged = useSentBody(call, search.request);
  const text = edited[call] ?? logged.body ?? examples[0]!.value;
  const body = parseObject(text);
  const edit = (text: string) => setEdited({ ...edited, [call]: text });

  const send = async () => ({
    sent: { call, text },
    result: await callApi<TryView>('POST', ['tenants', tenant, 'try'], { key_id: key.id, call, body }),
  });
  const show = ({ sent, result }: Awaited<ReturnType<typeof send>>) => {
    setResults(results => ({ ...results, [sent.call]: result }));
    const { query, status, order_id } = dataOf(result);
    // A search prefills the order, and an order or a renewal the checkout; edits of these bodies are discarded. The examples
    // of a search change with the domain, so its text is kept.
    if (sent.call === 'search' && query && status !== 'taken') {
      setDomain(query);
      setEdited(edited => ({ ...edited, search: sent.text, order: undefined }));
    }
    if ((sent.call === 'order' || sent.call === 'renew') && order_id) {
      setOrder(order_id);
      setEdited(edited => ({ ...edited, checkout: undefined }));
    }
  };
  const isCustom = !examples.some(({ value }) => value === text);

  return (
    <>
      <div className="filters">
        <SelectField
          label="Key"
          value={key.id}
          options={activeFirst.map(({ id, name, hint, status }) => ({
            value: id,
            label: [name, hint, ...(status === 'active' ? [] : [status])].join(' · '),
          }))}
          onChange={key => change({ key })}
        />
        <SegmentedField label="Call" value={call} options={calls} onChange={call => change({ call })} />
        {examples.length > 1 && (
          <SelectField
            label="Example"
            value={isCustom ? '' : text}
            empty={isCustom ? 'Custom' : undefined}
            options={examples}
            onChange={edit}
          />
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title="Request">
          <Form onSubmit={send} onSuccess={show} errors="toast" submit="Send" submitIcon={Play} disabled={!body}>
            <p className="font-mono text-sm wrap-anywhere">
              <strong>POST</strong> {path}
            </p>
            <Facts
              kind="headers"
              facts={{ Authorization: `Bearer ${key.hint}`, 'X-Tenant': tenant, 'Content-Type': 'application/json' }}
            />
            {logged.note && <p className="py-1 text-muted">{logged.note}</p>}
            <TextareaField
              label="Body"
              error={body ? undefined : 'Must be a JSON object'}
              rows={Math.max(6, text.split('\n').length + 1)}
              value={text}
              onChange={edit}
            />
          </Form>
        </Card>
        <Response call={call} result={results[call]} />
      </div>
      {body && <Code call={call} path={path} body={body} />}
    </>
  );
}

/** The body of a logged request, to send it again, and a note that says where it comes from or why it is missing. */
function useSentBody(call: TryCall, id: string | undefined): { body?: string; note?: string } {
  const tenant = useTenant();
  const exchange = useQuery({ ...queries.exchange(tenant, id ?? ''), enabled: id !== undefined });
  const { target, request } = exchange.data ?? {};
  if (id === undefined || exchange.isPending) return {};
  if (!exchange.data && exchange.error)
    return { note: `The body of the request could not be loaded. This is an example. ${exchange.error.message}` };
  if (target && callAt(target) !== call) return {};
  if (request?.state !== 'complete' || request.body === null)
    return { note: 'The body of the request is not kept, or not completely. This is an example.' };
  const isMasked = request.body.includes('[masked]') || request.body.includes('[redacted]');
  return {
    body: indentJson(request.body),
    note: isMasked
      ? 'This is the body of the logged request. Replace the values that were masked before it was stored.'
      : 'This is the body of the logged request.',
  };
}

/** Response headers that are useful to integrators. */
const SHOWN_HEADERS =
  /^(x-request-id|retry-after|ratelimit|x-ratelimit-.*|idempotency-replayed|content-type|www-authenticate)$/i;

function Response({ call, result }: { call: TryCall; result: TryView | undefined }) {
  if (!result)
    return (
      <Card title="Response">
        <Empty title="No response yet" text="Send the request to see its response." />
      </Card>
    );
  const { status, duration_ms, headers, body } = result.response;
  const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADERS.test(name));
  const requestId = shown.find(([name]) => /^x-request-id$/i.test(name))?.[1];
  return (
    <Card
      title="Response"
      actions={
        <span className="inline-flex items-center gap-2.5" role="status">
          <HttpStatus status={status} />
          <span className="text-muted">{formatDuration(duration_ms)}</span>
        </span>
      }
    >
      {status < 400 && <NextCall call={call} result={result} />}
      <Facts kind="headers" className="mb-3.5" facts={Object.fromEntries(shown)} />
      <pre
        className="max-h-140 rounded-lg border border-line bg-sunken p-3.5 text-xs leading-[1.65] focus-visible:-outline-offset-2"
        tabIndex={0}
        aria-label="Response body"
      >
        <Json value={body} />
      </pre>
      <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
        <TenantLink to="./requests" search={{ find: requestId }} label="View in request log" />
      </p>
    </Card>
  );
}

/** A link to the next step after a successful call. */
function NextCall({ call, result }: { call: TryCall; result: TryView }) {
  const tenant = useTenant();
  const search = useSearch({ from: ROUTE });
  const receivers = useQuery({ ...queries.receivers(tenant), enabled: call === 'checkout' });
  if (call === 'checkout')
    return (
      <p className="mb-3.5 flex flex-wrap items-center gap-2 rounded-lg bg-ok-soft py-2 ps-3.5 pe-2 *:[span]:flex-1">
        <span>
          {dataOf(result).domain_status === 'registered'
            ? 'The domain is registered.'
            : 'The order is paid. The registry decides later.'}
        </span>
        <TenantLink to="./domains" variant="secondary" small label="View domain" />
        {receivers.data?.receivers.length === 0 ? (
          <TenantLink to="./webhooks" search={{ new: '1' }} variant="primary" small label="Add a webhook receiver" />
        ) : (
          <TenantLink to="./webhooks/deliveries" variant="secondary" small label="View webhooks" />
        )}
      </p>
    );
  const isSearch = call === 'search';
  const hasNext = call === 'order' || call === 'renew' || (isSearch && dataOf(result).status !== 'taken');
  if (!hasNext) return null;
  return (
    <p className="mb-3.5 flex flex-wrap items-center gap-2 rounded-lg bg-ok-soft py-2 ps-3.5 pe-2 *:[span]:flex-1">
      <span>{isSearch ? 'The domain is available.' : 'The order is created but not paid.'}</span>
      <TenantLink
        to="./try"
        search={{ ...search, call: isSearch ? 'order' : 'checkout', request: undefined }}
        replace
        variant="primary"
        small
        label={isSearch ? 'Order it' : 'Check out'}
      />
    </p>
  );
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const LANGUAGES = { client: '@nameyard/client', curl: 'curl' };

/** The call as code for the developer's server. Calls of the live registrar are shown only with curl. */
function Code({ call, path, body }: { call: TryCall; path: string; body: object }) {
  const tenant = useTenant();
  const [language, setLanguage] = useState<keyof typeof LANGUAGES>('client');
  const baseUrl = `'${location.origin}/api/v1'`;
  const isSandbox = call !== 'registrar.search';
  const isClient = language === 'client' && isSandbox;
  const text = isClient ? clientSnippet({ operation: call, tenant, body }, baseUrl) : curl(tenant, path, body);
  return (
    <section className="mt-4.5 grid grid-cols-1 gap-2.5" aria-label="Code">
      <SegmentedField
        label="Language"
        value={isClient ? 'client' : 'curl'}
        options={isSandbox ? LANGUAGES : (['curl'] as const)}
        onChange={setLanguage}
      />
      <CodeBlock title={isClient ? 'The same call on your server' : 'The same call in a terminal'} text={text} />
    </section>
  );
}
