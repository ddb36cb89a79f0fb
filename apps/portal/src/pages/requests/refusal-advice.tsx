import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KeysView, KeyView } from '#api-keys/contract';
import type { RefusalView, RefusedMinute, RequestView } from '#usage/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { PageLink, TenantLink } from '../../shell/links';
import { useIsOperator, useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { formatNumber, plural } from '../../ui/format';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { PlainTable, Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { isOfWorld, useOwner } from './use-owner';

const EXPLAINED = ['PERMISSION_DENIED', 'SCOPE_DENIED', 'CONTROL_DISABLED', 'FACADE_DISABLED', 'RATE_LIMITED'];

/** Whether `RefusalAdvice` explains the response. */
export const isExplained = ({ code, faulted }: Pick<RequestView, 'code' | 'faulted'>): boolean =>
  faulted === null && code !== null && EXPLAINED.includes(code);

/** Why a request was refused because of its key or tenant, and what to do. */
export function RefusalAdvice({ request }: { request: RequestView }) {
  if (!isExplained(request)) return null;
  return (
    <section aria-label="What to do" className="grid gap-2.5 rounded-lg border border-line px-4 py-3 wrap-anywhere">
      <Advice request={request} />
    </section>
  );
}

function Advice({ request }: { request: RequestView }) {
  switch (request.code) {
    case 'SCOPE_DENIED':
      return <ScopeAdvice request={request} />;
    case 'CONTROL_DISABLED':
    case 'FACADE_DISABLED':
      return <SwitchedOffAdvice />;
    default:
      return <LimitOrPermissionAdvice request={request} />;
  }
}

function LimitOrPermissionAdvice({ request }: { request: RequestView }) {
  const refusal = useQuery(queries.refusal(useTenant(), request.id));
  return (
    <Loaded query={refusal} skeleton={<Skeleton lines={2} />}>
      {({ missing_permissions, minute }) =>
        minute ? (
          <LimitAdvice request={request} minute={minute} />
        ) : isOfWorld(request) ? (
          <WorldPermissionAdvice request={request} />
        ) : (
          <PermissionAdvice request={request} missing={missing_permissions} />
        )
      }
    </Loaded>
  );
}

const WorldPermissionAdvice = ({ request }: { request: RequestView }) => (
  <>
    <p>The key lacks the permission of this route. It is a key of a world; the log does not record which one.</p>
    <KeysLink request={request} label="Keys of the world" />
  </>
);

/** A link to the keys of the tenant or world of a request. */
function KeysLink({ request, label }: { request: RequestView; label: string }) {
  const tenant = useOwner(request);
  return (
    tenant && (
      <PageLink
        to="/t/$tenant/keys"
        params={{ tenant }}
        variant="secondary"
        className="justify-self-start"
        label={label}
      />
    )
  );
}

type Missing = RefusalView['missing_permissions'];

function PermissionAdvice({ request, missing }: { request: RequestView; missing: Missing }) {
  const keys = useQuery(queries.keys(useTenant()));
  return (
    <Loaded query={keys} skeleton={<Skeleton lines={2} />}>
      {keys => <MissingPermissions keys={keys} keyId={request.key?.id} missing={missing} />}
    </Loaded>
  );
}

function MissingPermissions({ keys, keyId, missing }: { keys: KeysView; keyId: string | undefined; missing: Missing }) {
  const key = keys.keys.find(({ id }) => id === keyId);
  if (!key) return <p>The key of this request does not exist any more. Create a key with the permission.</p>;
  if (missing.length === 0)
    return (
      <p>
        The key <KeyLink apiKey={key} /> has the permissions of this route now. A request with the header{' '}
        <code>Sandbox-Fault</code> also needs <strong className="font-mono">sandbox.control</strong>.
      </p>
    );
  return (
    <>
      <p>
        The key <KeyLink apiKey={key} /> lacks{' '}
        {listed(missing, permission => (
          <strong className="font-mono">{permission}</strong>
        ))}
        : {missing.map(permission => keys.descriptions[permission]).join('; ')}.
      </p>
      {key.status === 'active' ? (
        missing.map(permission => <AddPermission key={permission} apiKey={key} permission={permission} />)
      ) : (
        <p>It cannot be changed, because it is {key.status}.</p>
      )}
    </>
  );
}

const KeyLink = ({ apiKey: { id, name } }: { apiKey: KeyView }) => (
  <TenantLink to="./keys/$key" params={{ key: id }} label={name} />
);

const listed = (texts: string[], show: (text: string) => ReactNode) =>
  texts.map((text, index) => (
    <span key={text}>
      {index > 0 && ' and '}
      {show(text)}
    </span>
  ));

function AddPermission({ apiKey, permission }: { apiKey: KeyView; permission: string }) {
  const tenant = useTenant();
  const permissions = [...apiKey.permissions, permission];
  const add = useAction(() => callApi<KeyView>('PATCH', ['tenants', tenant, 'keys', apiKey.id], { permissions }), {
    done: `${apiKey.name} has ${permission}. The next request uses it.`,
  });
  return (
    <Button
      label={`Add ${permission} to this key`}
      variant="primary"
      className="justify-self-start"
      busy={add.isPending}
      onClick={() => add.mutate()}
    />
  );
}

function LimitAdvice({ request: { key }, minute }: { request: RequestView; minute: RefusedMinute }) {
  const isOperator = useIsOperator();
  const { from, to, limit, senders } = minute;
  // The end of a range is exclusive, and `to` is the time of the refused request.
  const range = { range: 'custom', from, to: new Date(Date.parse(to) + 1_000).toISOString() };
  // Only API keys of the tenant have a hint; the log shows the storefront and worlds as keys without hint.
  const apiKey = key?.hint ? key : undefined;
  return (
    <>
      <p>
        {limit === null ? 'The limit was reached.' : `The key may send ${plural(limit, 'request')} per minute.`} The
        largest senders of the tenant from <Time at={from} format="second" /> to <Time at={to} format="second" />:
      </p>
      <PlainTable
        label="Senders of requests"
        className="w-full text-sm [&_:is(td,th)]:pe-3 [&_tbody_:is(td,th)]:py-1 [&_tbody_th]:font-normal [&_th]:text-start [&_thead]:text-muted"
        rows={senders}
        columns={[
          { head: 'Key or world', cell: ({ key, world }) => world ?? key?.name ?? 'A removed key' },
          { head: 'Client', cell: ({ user_agent }) => (user_agent ? <Truncated>{user_agent}</Truncated> : '–') },
          { head: 'Requests', cell: ({ requests }) => formatNumber(requests) },
          { head: 'Refused', cell: ({ refused }) => formatNumber(refused) },
        ]}
      />
      <p className="flex flex-wrap gap-x-4.5 gap-y-1.5">
        <TenantLink
          to="./usage"
          search={{ ...range, ...(apiKey && { key: apiKey.id }) }}
          label="Usage in this minute"
        />
        <TenantLink
          to="./requests"
          search={{ ...range, ...(key && { key: key.id }) }}
          label="Requests of this minute"
        />
        {isOperator && apiKey && <TenantLink to="./keys/$key" params={{ key: apiKey.id }} label="Change the limit" />}
      </p>
      {!isOperator && (
        <p>
          Wait as long as the header <code>Retry-After</code> says, or ask an operator for a higher limit.
        </p>
      )}
    </>
  );
}

const ScopeAdvice = ({ request }: { request: RequestView }) => (
  <>
    <p>Sandbox routes need a key with the scope sandbox, and registrar routes one with the scope live.</p>
    <KeysLink request={request} label="Choose or create a key" />
  </>
);

function SwitchedOffAdvice() {
  if (!useIsOperator()) return <p>An operator has switched this off for the tenant. Ask one to switch it on.</p>;
  return (
    <>
      <p>This is switched off for the tenant.</p>
      <PageLink to="/tenants" variant="secondary" label="Change the tenant" />
    </>
  );
}
