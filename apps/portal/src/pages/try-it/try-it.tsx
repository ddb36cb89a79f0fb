import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Play, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import { curl } from '../../api/curl';
import { q } from '../../api/queries';
import type { Key, TryCall, TryResult } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Status } from '../../ui/badge';
import { Button, buttonClass } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { Choice, Field, Select, Textarea } from '../../ui/field';
import { Json } from '../../ui/json';
import { milliseconds } from '../../ui/numbers';
import { Card, Page } from '../../ui/page';
import { Empty, Loaded } from '../../ui/states';
import { CALLS, EXAMPLES, orderIn, searchedIn } from './calls';

const route = getRouteApi('/session/t/$tenant/try');

/** The calls of the API from the browser. The key stays at the server, which calls by the same way as everybody. */
export function TryIt() {
  const tenant = useTenant();
  const keys = useQuery(q.keys(tenant));
  return (
    <Page
      title="Try it"
      about="Real calls in this tenant’s sandbox. They pass the same checks as your own, and count as usage of the key."
    >
      <Loaded query={keys}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty
              icon={<SquareTerminal size={22} />}
              title="Calls need a key"
              action={
                <Link to="/t/$tenant/keys" params={{ tenant }} search={{ new: '1' }} className={buttonClass('primary')}>
                  Create a key
                </Link>
              }
            >
              Create one; then you can send calls with it from here.
            </Empty>
          ) : (
            <Console tenant={tenant} keys={keys} />
          )
        }
      </Loaded>
    </Page>
  );
}

const DOMAIN = () => `shop-${Math.floor(Date.now() / 1_000).toString(36)}.com`;

function Console({ tenant, keys }: { tenant: string; keys: Key[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sorted = keys.toSorted((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
  const key = keys.find(({ id }) => id === search.key) ?? sorted.find(({ scope }) => scope === 'sandbox') ?? sorted[0]!;
  const calls = CALLS.filter(({ scope }) => scope === key.scope);
  const call = calls.find(({ value }) => value === search.call)?.value ?? calls[0]!.value;
  const [domain, setDomain] = useState(DOMAIN);
  const [order, setOrder] = useState<string>();
  // What was written for each call is kept while one goes from one to the other.
  const [written, setWritten] = useState<Partial<Record<TryCall, string | undefined>>>({});
  const [results, setResults] = useState<Partial<Record<TryCall, TryResult>>>({});
  const examples = EXAMPLES[call].map(({ label, body }) => ({
    label,
    text: JSON.stringify(body(domain, order), null, 2),
  }));
  const text = written[call] ?? examples[0]!.text;
  const body = parsed(text);
  const result = results[call];

  const send = useAction((call: TryCall) => ask<TryResult>('POST', of(tenant, 'try'), { key_id: key.id, call, body }), {
    stale: [
      [tenant, 'requests'],
      [tenant, 'usage'],
      [tenant, 'orders'],
      [tenant, 'domains'],
      [tenant, 'keys'],
    ],
    onDone: (result, call) => {
      setResults(results => ({ ...results, [call]: result }));
      const searched = call === 'search' ? searchedIn(result) : undefined;
      if (searched?.isFree) {
        setDomain(searched.domain);
        // What was searched for stays in its field, and is what the next order is of.
        setWritten(written => ({ ...written, search: text, order: undefined }));
      }
      const made = call === 'order' ? orderIn(result) : undefined;
      if (!made) return;
      setOrder(made);
      // The next checkout is of this order, unless somebody wrote their own.
      setWritten(written => ({ ...written, checkout: undefined }));
    },
  });
  const isTaken = call === 'search' && result !== undefined && searchedIn(result)?.isFree === false;
  const next = call === 'search' ? 'order' : call === 'order' && order ? 'checkout' : undefined;
  const isGood = result !== undefined && result.response.status < 400 && !isTaken;
  const requestId = Object.entries(result?.response.headers ?? {}).find(([name]) => /^x-request-id$/i.test(name))?.[1];

  return (
    <>
      <div className="filters">
        <Field label="Key">
          <Select
            value={key.id}
            onChange={event => void navigate({ search: { ...search, key: event.target.value }, replace: true })}
          >
            {sorted.map(({ id, name, hint, status }) => (
              <option key={id} value={id}>
                {name} · {hint}
                {status === 'active' ? '' : ` · ${status}`}
              </option>
            ))}
          </Select>
        </Field>
        <div className="field">
          <span className="label" aria-hidden>
            Call
          </span>
          <Choice
            legend="Call"
            value={call}
            options={calls}
            onChange={call => void navigate({ search: { ...search, call }, replace: true })}
          />
        </div>
        {examples.length > 1 && (
          <Field label="Example">
            <Select
              value={examples.find(example => example.text === text)?.label ?? ''}
              onChange={event => {
                const example = examples.find(({ label }) => label === event.target.value);
                setWritten({ ...written, [call]: example?.text });
              }}
            >
              {!examples.some(example => example.text === text) && <option value="">Your own</option>}
              {examples.map(({ label }) => (
                <option key={label}>{label}</option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <div className="sides">
        <Card
          title="Request"
          actions={<CopyButton text={curl(tenant, PATHS[call], body ?? {})}>Copy as curl</CopyButton>}
        >
          <form
            className="form"
            onSubmit={event => {
              event.preventDefault();
              send.mutate(call);
            }}
          >
            <p className="wire">
              <strong>POST</strong> {PATHS[call]}
            </p>
            <dl className="headers">
              <div>
                <dt>Authorization</dt>
                <dd>Bearer {key.hint}</dd>
              </div>
              <div>
                <dt>X-Tenant</dt>
                <dd>{tenant}</dd>
              </div>
              <div>
                <dt>Content-Type</dt>
                <dd>application/json</dd>
              </div>
            </dl>
            <Field label="Body" error={body ? undefined : 'This is not a JSON object yet'}>
              <Textarea
                className="mono"
                rows={Math.max(6, text.split('\n').length + 1)}
                value={text}
                spellCheck={false}
                autoCapitalize="off"
                onChange={event => setWritten({ ...written, [call]: event.target.value })}
              />
            </Field>
            <footer className="form-foot">
              <Button
                type="submit"
                variant="primary"
                icon={<Play size={15} aria-hidden />}
                busy={send.isPending}
                disabled={!body}
              >
                Send
              </Button>
            </footer>
          </form>
        </Card>
        <Card
          title="Response"
          actions={
            result && (
              <span className="with-status" role="status">
                <Status status={result.response.status} />
                <span className="faint">{milliseconds(result.response.duration_ms)}</span>
              </span>
            )
          }
        >
          {result ? (
            <>
              {isGood && <Onward tenant={tenant} call={call} next={next} search={search} />}
              <dl className="headers">
                {Object.entries(result.response.headers)
                  .filter(([name]) => SHOWN.test(name))
                  .map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
              </dl>
              <pre className="answer" tabIndex={0} aria-label="Body of the response">
                <Json value={result.response.body} />
              </pre>
              <p className="card-more">
                <Link to="/t/$tenant/requests" params={{ tenant }} search={{ find: requestId }}>
                  See it in the log
                </Link>
              </p>
            </>
          ) : (
            <Empty title="Nothing sent yet">Send the request, and its answer is here.</Empty>
          )}
        </Card>
      </div>
    </>
  );
}

/** What comes after a call that did what it should. */
function Onward(props: { tenant: string; call: TryCall; next: TryCall | undefined; search: { key?: string } }) {
  const params = { tenant: props.tenant };
  const receivers = useQuery({ ...q.receivers(props.tenant), enabled: props.call === 'checkout' });
  if (props.call === 'checkout')
    return (
      <p className="onward">
        <span>It is registered.</span>
        <Link to="/t/$tenant/domains" params={params} className={buttonClass('secondary', true)}>
          See the domain
        </Link>
        {receivers.data?.receivers.length === 0 ? (
          <Link to="/t/$tenant/webhooks" params={params} search={{ new: '1' }} className={buttonClass('primary', true)}>
            Get a webhook of the next
          </Link>
        ) : (
          <Link to="/t/$tenant/webhooks/deliveries" params={params} className={buttonClass('secondary', true)}>
            See its webhooks
          </Link>
        )}
      </p>
    );
  if (!props.next) return null;
  return (
    <p className="onward">
      <span>{props.call === 'search' ? 'It is free.' : 'It is ordered, and not paid yet.'}</span>
      <Link
        to="/t/$tenant/try"
        params={params}
        search={{ ...props.search, call: props.next }}
        replace
        className={buttonClass('primary', true)}
      >
        {props.next === 'order' ? 'Now order it' : 'Now check out'}
      </Link>
    </p>
  );
}

const PATHS: Record<TryCall, string> = {
  search: '/api/v1/sandbox/domains/search',
  order: '/api/v1/sandbox/domains/order',
  checkout: '/api/v1/sandbox/domains/checkout',
  'registrar.search': '/api/v1/registrar/domains/search',
};

/** The headers that tell integrators something. */
const SHOWN =
  /^(x-request-id|retry-after|ratelimit|x-ratelimit-.*|idempotency-replayed|content-type|www-authenticate)$/i;

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
