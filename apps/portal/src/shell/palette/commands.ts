import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queries } from '../../api/queries';
import { kindOfId } from '../../lib/ids';
import { useCurrentTenant } from '../nav';
import { useIsOperator } from '../session';

/** An entry of the palette; `to` is a path below `/portal`. */
export interface Command {
  label: string;
  /** Kind of the target, and what else finds it. */
  note: string;
  to: string;
}

/** All pages, tenants and keys that the palette finds, and what the typed or pasted text names. */
export function useCommands(text: string): { named: Command[]; listed: Command[] } {
  const { routesById } = useRouter();
  const isOperator = useIsOperator();
  const tenant = useCurrentTenant();
  const tenants = useQuery(queries.tenants());
  const keys = useQuery({ ...queries.keys(tenant ?? ''), enabled: tenant !== undefined });
  const pages = Object.values(routesById).flatMap(({ fullPath, options: { staticData } }): Command[] => {
    const { title, operatorsOnly } = staticData ?? {};
    const isHidden = !title || (operatorsOnly && !isOperator) || (fullPath.includes('$tenant') && !tenant);
    const to = fullPath.replace('$tenant', tenant ?? '').replace(/\/$/, '');
    // Two pages of one section have the same title.
    const part = fullPath.split('/')[4];
    return isHidden || fullPath.includes('$', fullPath.indexOf('$tenant') + 1)
      ? []
      : [{ label: part ? `${title}: ${part}` : title, note: 'Page', to }];
  });
  const listed = [
    ...pages,
    ...(tenants.data ?? []).map(({ slug, name }) => ({ label: name, note: `Tenant ${slug}`, to: `/t/${slug}` })),
    ...(keys.data?.keys ?? []).map(({ id, name, hint, status }) => ({
      label: name,
      note: `${status === 'active' ? 'Key' : `Key, ${status}`} ${hint}`,
      to: `/t/${tenant}/keys/${id}`,
    })),
  ];
  return { named: tenant === undefined ? [] : commandsFor(text.trim(), `/t/${encodeURIComponent(tenant)}`), listed };
}

/** With all dots that the API accepts, also at the end. */
const DOMAIN = /^[^\s/]+[.\u3002\uFF0E\uFF61][^\s/.\u3002\uFF0E\uFF61]+[.\u3002\uFF0E\uFF61]?$/;

/** The objects of a tenant that a text names: an ID or a domain. */
function commandsFor(text: string, at: string): Command[] {
  const id = encodeURIComponent(text);
  const lower = encodeURIComponent(text.toLowerCase());
  switch (kindOfId(text)) {
    case 'request':
      return [{ label: text, note: 'Request', to: `${at}/requests?find=${id}` }];
    case 'logged request':
      return [{ label: text, note: 'Logged request', to: `${at}/requests?open=${id}` }];
    case 'order':
      return [
        { label: text, note: 'Order', to: `${at}/orders/${lower}` },
        { label: text, note: 'Requests about the order', to: `${at}/requests?find=${lower}` },
      ];
    case 'event':
      return [{ label: text, note: 'Deliveries of the event', to: `${at}/webhooks/deliveries?event=${lower}` }];
    case 'key':
      return [
        { label: text, note: 'Key', to: `${at}/keys/${lower}` },
        { label: text, note: 'Requests with the key', to: `${at}/requests?find=${lower}` },
      ];
    case 'receiver':
      return [{ label: text, note: 'Webhook receiver', to: `${at}/webhooks/receivers/${lower}` }];
    case 'delivery':
      return [{ label: text, note: 'Webhook delivery', to: `${at}/webhooks/deliveries?open=${lower}` }];
    default:
      return DOMAIN.test(text)
        ? [
            { label: text, note: 'Domain', to: `${at}/domains/${lower}` },
            { label: text, note: 'Orders of the domain', to: `${at}/orders?find=${lower}` },
            { label: text, note: 'Requests about the domain', to: `${at}/requests?find=${lower}` },
          ]
        : [];
  }
}
