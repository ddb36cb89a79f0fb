import { Link } from '@tanstack/react-router';
import { useTenant } from '../../shell/session';
import { DomainName } from '../../ui/domain-name';

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
