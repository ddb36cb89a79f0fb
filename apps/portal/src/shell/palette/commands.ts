import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queries } from '../../api/queries';
import { kindOfId } from '../../lib/ids';
import { useCurrentTenant } from '../nav';
import { useIsOperator } from '../session';

/** An entry of the palette; `to` is a path below `/portal`. */
export interface Command {
  label: string;
  /** Kind of the target, and further text that the palette searches. */
  note: string;
  to: string;
}

/**
 * Entries of the palette: `listed` are all pages, tenants and keys; `named` are objects whose ID, domain or email address is
 * the text; `searches` are searches for registrants with this name.
 */
export function useCommands(text: string): { named: Command[]; listed: Command[]; searches: Command[] } {
  const { routesById } = useRouter();
  const isOperator = useIsOperator();
  const tenant = useCurrentTenant();
  const tenants = useQuery(queries.tenants());
  const keys = useQuery({ ...queries.keys(tenant ?? ''), enabled: tenant !== undefined });
  const pages = Object.values(routesById).flatMap(({ fullPath, options: { staticData } }): Command[] => {
    const { title, operatorsOnly } = staticData ?? {};
    const isHidden = !title || (operatorsOnly && !isOperator) || (fullPath.includes('$tenant') && !tenant);
    const to = fullPath.replace('$tenant', tenant ?? '').replace(/\/$/, '');
    // `deliveries` in `/t/$tenant/webhooks/deliveries`: pages of one section have the same title.
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
  const typed = text.trim();
  if (tenant === undefined) return { named: [], listed, searches: [] };
  const named = namedBy(typed, tenant);
  return { named, listed, searches: named.length === 0 && NAME.test(typed) ? [ordersOf(typed, tenant)] : [] };
}

/** A domain with any dot that the API accepts (ASCII or ideographic), also at the end. */
const DOMAIN = /^[^\s/]+[.\u3002\uFF0E\uFF61][^\s/.\u3002\uFF0E\uFF61]+[.\u3002\uFF0E\uFF61]?$/;

/** A part of a registrant's name. */
const NAME = /^[^\d/]{2,}$/;

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Pages of a tenant for the kind of a text: an ID, a domain or an email address. The text is appended to the path. */
const TARGETS: Record<NonNullable<ReturnType<typeof kindOfId>> | 'domain' | 'email', [note: string, path: string][]> = {
  request: [['Request', 'requests?find=']],
  'logged request': [['Logged request', 'requests?open=']],
  order: [
    ['Order', 'orders/'],
    ['Requests about the order', 'requests?find='],
  ],
  event: [['Event and its deliveries', 'webhooks/events/']],
  key: [
    ['Key', 'keys/'],
    ['Requests with the key', 'requests?find='],
  ],
  receiver: [['Webhook receiver', 'webhooks/receivers/']],
  delivery: [['Webhook delivery', 'webhooks/deliveries?open=']],
  domain: [
    ['Domain', 'domains/'],
    ['Orders of the domain', 'orders?find='],
    ['Requests about the domain', 'requests?find='],
  ],
  email: [['Orders of the registrant', 'orders?owner=']],
};

const ordersOf = (name: string, tenant: string): Command => ({
  label: name,
  note: 'Orders of registrants with this name',
  to: `/t/${encodeURIComponent(tenant)}/orders?owner=${encodeURIComponent(name)}`,
});

/** Returns links for an ID, a domain or an email address. Only IDs of requests are case-sensitive. */
export function namedBy(text: string, tenant: string): Command[] {
  const kind = kindOfId(text) ?? (EMAIL.test(text) ? 'email' : DOMAIN.test(text) ? 'domain' : undefined);
  if (kind === undefined) return [];
  const subject = encodeURIComponent(kind.endsWith('request') ? text : text.toLowerCase());
  return TARGETS[kind].map(([note, path]) => ({
    label: text,
    note,
    to: `/t/${encodeURIComponent(tenant)}/${path}${subject}`,
  }));
}
