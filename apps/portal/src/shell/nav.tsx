import { Link, type LinkProps, useParams } from '@tanstack/react-router';
import {
  Activity,
  Building2,
  ChartColumn,
  Globe,
  KeyRound,
  LayoutDashboard,
  Power,
  ReceiptText,
  ScrollText,
  SquareTerminal,
  Users,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../api/queries';
import { rememberedTenant, useIsOperator } from './session';

const size = 17;

/** Where one can go. Off the tenant's pages its links lead to the tenant where one was last. */
export function Nav() {
  const isOperator = useIsOperator();
  const { data } = useQuery(q.tenants());
  const inAddress = useParams({ strict: false }).tenant;
  const tenant = inAddress ?? rememberedTenant() ?? data?.tenants[0]?.slug;
  return (
    <nav aria-label="Main" className="nav">
      {tenant && (
        <ul>
          <Item to="/t/$tenant" tenant={tenant} icon={<LayoutDashboard size={size} />} exact>
            Overview
          </Item>
          <Item to="/t/$tenant/keys" tenant={tenant} icon={<KeyRound size={size} />}>
            Keys
          </Item>
          <Item to="/t/$tenant/try" tenant={tenant} icon={<SquareTerminal size={size} />}>
            Try it
          </Item>
          <Item to="/t/$tenant/requests" tenant={tenant} icon={<Activity size={size} />}>
            Requests
          </Item>
          <Item to="/t/$tenant/usage" tenant={tenant} icon={<ChartColumn size={size} />}>
            Usage
          </Item>
          <Item to="/t/$tenant/webhooks" tenant={tenant} icon={<Webhook size={size} />}>
            Webhooks
          </Item>
          <Item to="/t/$tenant/orders" tenant={tenant} icon={<ReceiptText size={size} />}>
            Orders
          </Item>
          <Item to="/t/$tenant/domains" tenant={tenant} icon={<Globe size={size} />}>
            Domains
          </Item>
        </ul>
      )}
      {isOperator && (
        <>
          <h2 id="operators-nav">Operators</h2>
          <ul aria-labelledby="operators-nav">
            <Item to="/tenants" icon={<Building2 size={size} />}>
              Tenants
            </Item>
            <Item to="/people" icon={<Users size={size} />}>
              People
            </Item>
            <Item to="/kill-switch" icon={<Power size={size} />}>
              Kill switch
            </Item>
            <Item to="/audit" icon={<ScrollText size={size} />}>
              Audit log
            </Item>
          </ul>
        </>
      )}
    </nav>
  );
}

function Item(props: { to: LinkProps['to']; tenant?: string; icon: ReactNode; exact?: boolean; children: string }) {
  return (
    <li>
      <Link
        to={props.to}
        params={{ tenant: props.tenant } as never}
        activeOptions={{ exact: props.exact === true, includeSearch: false }}
        className="nav-link"
      >
        <span aria-hidden>{props.icon}</span>
        {props.children}
      </Link>
    </li>
  );
}
