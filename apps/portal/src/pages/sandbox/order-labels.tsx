import { Eraser } from 'lucide-react';
import type { RegistrantDetails } from '#domains/contract';
import type { RegistrationView } from '#registry/contract';
import type { OrderEntry } from '#orders/contract';
import type { ResetResult } from '#testcontrol/contract';
import { Badge, type Tone } from '../../ui/badge';
import { CopyableCode } from '../../ui/copy';
import { PageLink, TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { DomainName } from '../../ui/domain-name';
import { callApi } from '../../api/client';
import { Confirm, OpenButton } from '../../ui/dialog';
import { plural } from '../../ui/format';

export const CHANNELS: Record<OrderEntry['channel'], string> = {
  api: 'API',
  storefront: 'Storefront',
  portal: 'Portal',
};

export const KINDS: Record<OrderEntry['kind'], string> = {
  registration: 'Registration',
  renewal: 'Renewal',
  transfer: 'Transfer',
};

const STATUS_TONES: Record<OrderEntry['status'], Tone> = { created: 'info', paid: 'ok', refunded: 'warn' };

export const OrderStatus = ({ status }: Pick<OrderEntry, 'status'>) => (
  <Badge tone={STATUS_TONES[status]}>{status}</Badge>
);

type DomainStatusName = NonNullable<OrderEntry['domain_status']>;

export const DOMAIN_STATUSES: Record<DomainStatusName, string> = {
  pending: 'Pending',
  action_required: 'Action required',
  registered: 'Registered',
  failed: 'Failed',
};

const DOMAIN_TONES: Record<DomainStatusName, Tone> = {
  pending: 'info',
  action_required: 'warn',
  registered: 'ok',
  failed: 'bad',
};

/** Status of the domain of a paid order. */
export const DomainStatus = ({ status }: { status: OrderEntry['domain_status'] }) =>
  status && <Badge tone={DOMAIN_TONES[status]}>{DOMAIN_STATUSES[status].toLowerCase()}</Badge>;

/** The domain of an order, as a link to the order, with badges for an unusual kind or channel. */
export const OrderName = ({ order: { id, domain, kind, channel } }: { order: OrderEntry }) => (
  <span className="two-lines">
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <TenantLink
        to="./orders/$order"
        params={{ order: id }}
        className="font-semibold"
        label={<DomainName>{domain}</DomainName>}
      />
      {kind !== 'registration' && <Badge>{KINDS[kind]}</Badge>}
      {channel !== 'api' && <Badge>{CHANNELS[channel]}</Badge>}
    </span>
    <CopyableCode text={id} what="order ID" className="text-muted" short />
  </span>
);

export const RegistrationStatus = ({ status }: Pick<RegistrationView, 'status'>) => (
  <Badge tone={status === 'registered' ? 'ok' : 'warn'}>{status}</Badge>
);

/** A link to an order of the tenant `of`, by default of the tenant in the URL. */
export function OrderLink({ id, of }: { id: string; of?: string }) {
  const tenant = useTenant();
  return (
    <PageLink
      to="/t/$tenant/orders/$order"
      params={{ tenant: of ?? tenant, order: id }}
      label={<code className="wrap-anywhere">{id}</code>}
    />
  );
}

/** A link to a domain of the tenant `of`, by default of the tenant in the URL. */
export function DomainLink({ name, of }: { name: string; of?: string }) {
  const tenant = useTenant();
  return (
    <PageLink
      to="/t/$tenant/domains/$domain"
      params={{ tenant: of ?? tenant, domain: name }}
      label={<DomainName>{name}</DomainName>}
    />
  );
}

export function Registrant({ owner }: { owner: RegistrantDetails }) {
  const { first_name, last_name, email, phone, organization, extra } = owner;
  const { address1, address2, postal_code, city, state, country } = owner;
  const details = [email, phone, organization, address1, address2, postal_code, city, state, country];
  for (const [name, value] of Object.entries(extra ?? {})) details.push(`${name} ${value}`);
  return (
    <span className="two-lines">
      <bdi>
        {first_name} {last_name}
      </bdi>
      <span className="text-muted wrap-anywhere">{details.filter(Boolean).join(', ')}</span>
    </span>
  );
}

/** A button that removes all orders and domains of the tenant, and resets its clock and registry. */
export function ResetSandbox() {
  const tenant = useTenant();
  const confirm = (
    <Confirm
      title="Reset this sandbox?"
      submit="Reset sandbox"
      confirmText={tenant}
      onSubmit={() => callApi<ResetResult>('POST', ['tenants', tenant, 'reset'], { confirm: tenant })}
      done={({ orders, domains }) => `Removed ${plural(orders, 'order')} and ${plural(domains, 'domain')}.`}
    >
      This removes all orders, payments, domains and faults of <strong>{tenant}</strong>, returns its clock to real
      time, and restores the default settings of its registry. Keys, webhooks and the request log are kept. You cannot
      undo this.
    </Confirm>
  );
  return <OpenButton icon={Eraser} label="Reset sandbox" dialog={confirm} />;
}
