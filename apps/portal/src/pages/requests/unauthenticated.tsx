import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { useIsOperator, useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { DialogWhile } from '../../ui/dialog';
import { Endpoint } from '../../ui/endpoint';
import { Select } from '../../ui/field';
import { ListPage } from '../../ui/page';
import { RowButton, Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { RejectionPanel } from './rejection-panel';
import { RequestTabs } from './tabs';

const REASONS: Record<string, string> = {
  unknown: 'Unknown key',
  revoked: 'Revoked key',
  expired: 'Expired key',
  wrong_tenant: 'Key of another tenant',
  suspended: 'Tenant is suspended',
  malformed: 'Malformed key',
  missing: 'No key or tenant',
};
const TENANTS = { all: 'All tenants' };

const ALL_NOTE = 'At most 60 per tenant and minute are logged.';
const TENANT_NOTE =
  'They name this tenant, or their key begins like one of its keys. At most 60 per minute are logged.';

/** Requests without valid credentials; their responses do not tell the reason. */
export default function Unauthenticated() {
  const tenant = useTenant();
  const isOperator = useIsOperator();
  const { search, field, change, push } = useUrlFields('/session/t/$tenant/requests/unauthenticated');
  const isAll = isOperator && search.tenants === 'all';
  const requests = useInfiniteQuery(queries.unauthenticated(isAll ? undefined : tenant, { reason: search.reason }));
  const opened = requests.data?.find(({ id }) => id === search.open);
  return (
    <ListPage
      description={`Requests of the last 30 days that were answered with 401. ${isAll ? ALL_NOTE : TENANT_NOTE}`}
      query={requests}
      noun="request"
      empty={{
        icon: ShieldAlert,
        title: search.reason ? 'No matching requests' : 'No unauthenticated requests',
        text: search.reason
          ? 'Select another reason to see other requests.'
          : 'Requests with an unknown, revoked, expired or missing key appear here.',
      }}
      columns={[
        {
          head: 'Reason',
          phoneTitle: true,
          cell: ({ id, reason }) => (
            <RowButton
              label={<Badge tone="bad">{REASONS[reason] ?? reason}</Badge>}
              onClick={() => push({ open: id })}
            />
          ),
        },
        {
          head: 'Request',
          desktopOnly: true,
          cell: request => <Endpoint {...request} />,
        },
        { head: 'Tenant', cell: ({ tenant }) => tenant && <Truncated>{tenant}</Truncated> },
        { head: 'Key', cell: ({ key_hint }) => key_hint && <code>{key_hint}</code> },
        { head: 'IP address', cell: ({ address }) => address },
        { head: 'Time', cell: ({ at }) => <Time at={at} format="recentSecond" />, number: true },
      ]}
    >
      <RequestTabs />
      <search className="filters" aria-label="Filter unauthenticated requests">
        <Select label="Reason" empty="Any reason" options={REASONS} {...field('reason')} />
        {isOperator && <Select label="Tenant" empty="This tenant" options={TENANTS} {...field('tenants')} />}
      </search>
      <DialogWhile open={opened !== undefined} onClose={() => change({ open: undefined })}>
        {opened && <RejectionPanel request={opened} />}
      </DialogWhile>
    </ListPage>
  );
}
