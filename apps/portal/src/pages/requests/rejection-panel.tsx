import { useQuery } from '@tanstack/react-query';
import type { KeyView } from '#api-keys/contract';
import type { RequestView, UnauthenticatedView } from '#usage/contract';
import { queries } from '../../api/queries';
import { PageLink, TenantLink } from '../../shell/links';
import { useIsOperator, useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/page';
import { Time } from '../../ui/time';

/** Details of a request that was answered with 401: the reason, which the response does not contain, and what to do. */
export function RejectionPanel({ request }: { request: UnauthenticatedView }) {
  const keys = useQuery(queries.keys(useTenant())).data?.keys;
  const { method, endpoint, key_hint, tenant, address, at, request_id } = request;
  const key = keys?.find(({ hint }) => hint === key_hint);
  return (
    <Dialog kind="side panel" title="Unauthenticated request">
      <p className="flex flex-wrap items-center gap-2.5">
        <HttpStatus status={401} />
        <code>
          {method} {endpoint}
        </code>
      </p>
      <section aria-label="What to do" className="grid gap-2.5 rounded-lg border border-line px-4 py-3">
        <Advice request={request} apiKey={key} />
      </section>
      <Facts
        kind="panel"
        facts={{
          'Request ID': <CopyableCode text={request_id} what="request ID" />,
          Time: <Time at={at} format="second" />,
          'X-Tenant': tenant ?? 'Not sent, or not a valid slug',
          Key: key ? <KeyLink apiKey={key} /> : (key_hint ?? 'Not sent, or not well-formed'),
          'IP address': address,
        }}
      />
    </Dialog>
  );
}

/** The name of a key, as a link, and its hint. */
export const KeyLink = ({ apiKey: { id, name, hint } }: { apiKey: NonNullable<RequestView['key']> }) => (
  <span className="two-lines">
    <TenantLink to="./keys/$key" params={{ key: id }} label={name} />
    <code className="text-muted">{hint}</code>
  </span>
);

/** Explanation of each reason. A mistyped key is `malformed`, not `unknown`, because its last six characters are a checksum. */
const TEXTS: Record<string, string> = {
  unknown: 'No key has this value. It was copied from another installation, or its tenant has been removed.',
  revoked: 'The key is revoked. A revoked key cannot be used again.',
  expired: 'The key has expired, or was rolled and its overlap is over.',
  wrong_tenant: 'The key exists, but X-Tenant does not name the tenant that it belongs to.',
  suspended: 'The tenant is suspended. An operator can end the suspension.',
  malformed:
    'The key is incomplete or mistyped. A key is ny_sandbox_ or ny_live_ and 38 characters, of which the last six are a checksum.',
  missing: 'The request lacks the header Authorization or the header X-Tenant.',
};

function Advice({
  request: { reason, tenant },
  apiKey,
}: {
  request: UnauthenticatedView;
  apiKey: KeyView | undefined;
}) {
  const isOperator = useIsOperator();
  const current = useTenant();
  const isForeign = reason === 'wrong_tenant' && apiKey !== undefined;
  return (
    <>
      <p>
        <strong>{TEXTS[reason]}</strong>
        {isForeign && ` ${apiKey.name} belongs to ${current}${tenant ? `, and the request named ${tenant}` : ''}.`}
      </p>
      {isForeign && <CodeBlock title="Send this header" text={`X-Tenant: ${current}`} />}
      {reason === 'missing' && (
        <CodeBlock
          title="Send these headers"
          text={`Authorization: Bearer $NAMEYARD_KEY\nX-Tenant: ${tenant ?? current}`}
        />
      )}
      {reason === 'suspended' && isOperator && (
        <PageLink to="/tenants" variant="secondary" className="justify-self-start" label="Change the tenant" />
      )}
      {reason === 'suspended' && !isOperator && <p>Ask an operator of the installation.</p>}
      {['unknown', 'revoked', 'expired', 'malformed'].includes(reason) && (
        <PageLink
          to="/t/$tenant/keys"
          params={{ tenant: apiKey ? current : (tenant ?? current) }}
          search={{ new: '1' }}
          variant="primary"
          className="justify-self-start"
          label="Create key"
        />
      )}
    </>
  );
}
