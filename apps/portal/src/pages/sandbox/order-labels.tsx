import { Link } from '@tanstack/react-router';
import { Eraser } from 'lucide-react';
import type { RegistrationView } from '#registry/contract';
import type { OrderEntry } from '#orders/contract';
import type { ResetResult } from '#testcontrol/contract';
import { Badge } from '../../ui/badge';
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

export const OrderStatus = ({ status }: Pick<OrderEntry, 'status'>) => (
  <Badge tone={status === 'paid' ? 'ok' : 'info'}>{status}</Badge>
);

export const RegistrationStatus = ({ status }: Pick<RegistrationView, 'status'>) => (
  <Badge tone={status === 'registered' ? 'ok' : 'warn'}>{status}</Badge>
);

/** A link to an order, by default of the tenant in the address. */
export function OrderLink({ id, of }: { id: string; of?: string }) {
  const tenant = useTenant();
  return (
    <Link to="/t/$tenant/orders/$order" params={{ tenant: of ?? tenant, order: id }}>
      <code className="wrap-anywhere">{id}</code>
    </Link>
  );
}

/** A link to a domain, by default of the tenant in the address. */
export function DomainLink({ name, of }: { name: string; of?: string }) {
  const tenant = useTenant();
  return (
    <Link to="/t/$tenant/domains/$domain" params={{ tenant: of ?? tenant, domain: name }}>
      <DomainName>{name}</DomainName>
    </Link>
  );
}

/** A button that deletes all orders and domains of the tenant, and resets its clock. */
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
      <p>
        This removes all orders, payments and domains of <strong>{tenant}</strong>, and returns its clock to real time.
        Keys, webhooks and the request log are kept. You cannot undo this.
      </p>
    </Confirm>
  );
  return <OpenButton icon={Eraser} label="Reset sandbox" dialog={confirm} />;
}
