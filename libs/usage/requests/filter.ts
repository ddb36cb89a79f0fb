import type { PathTenant } from '#identity/access';
import { isCompleteName } from '#domains/contract';
import { normalizeSearchTerm } from '#platform/model';
import type { RequestFilter } from '../contract.js';
import { type LogFilter, statusesOf } from '../storage/log-query.js';

/** Limits a temporary tenant to its own requests. A permanent tenant also sees those of its temporary tenants. */
export const visibleTo = ({ id, parentId }: PathTenant): LogFilter => (parentId === null ? {} : { temporaryId: id });

/** The filter of the log for the parameters of a request. */
export function filterOf(
  tenant: PathTenant,
  { request_id, key, endpoint, status, code, domain, order_id, find, from, to }: RequestFilter,
  temporaryId?: string,
): LogFilter {
  const found = findFilter(find);
  const filter: LogFilter = {
    ...(temporaryId !== undefined && { temporaryId }),
    ...visibleTo(tenant),
    requestPrefix: request_id && normalizeRequestId(request_id),
    // Unlike `foundKey`, `key` can be searched in the roll-ups.
    key: key ?? found.foundKey,
    route: endpoint,
    statuses: status === undefined ? undefined : statusesOf(status),
    codePrefix: code?.toUpperCase(),
    ...domainFilter(domain),
    orderPrefix: order_id?.toLowerCase(),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const isOtherWorld = tenant.parentId !== null && temporaryId !== undefined && temporaryId !== tenant.id;
  return isOtherWorld ? { ...filter, ...NOTHING } : combine(filter, found);
}

/** Matches no request. */
const NOTHING = { foundKey: '' };

/** A request must match both filters, also if they have different values for the same member. */
function combine(given: LogFilter, found: LogFilter): LogFilter {
  const both = { ...given, ...found };
  if (given.domain !== undefined && found.domain !== undefined && given.domain !== found.domain)
    return { ...both, ...NOTHING };
  for (const name of ['requestPrefix', 'orderPrefix'] as const) {
    const [one, other] = [given[name], found[name]];
    if (one === undefined || other === undefined) continue;
    if (!one.startsWith(other) && !other.startsWith(one)) return { ...both, ...NOTHING };
    both[name] = one.length > other.length ? one : other;
  }
  return both;
}

/** Request IDs that the service has generated are lowercase; those of clients can have any case. */
const normalizeRequestId = (id: string): string => (/^req_/i.test(id) ? id.toLowerCase() : id);

/** The log has an index of complete domains only. */
function domainFilter(text: string | undefined): Pick<LogFilter, 'domain' | 'domainPrefix'> {
  if (text === undefined) return {};
  const name = normalizeSearchTerm(text);
  return isCompleteName(name) ? { domain: name } : { domainPrefix: name };
}

/**
 * Recognizes IDs by their prefix, and complete domains. Other text can be the start of a domain, or of a request ID that a
 * client has chosen.
 */
function findFilter(text: string | undefined): LogFilter {
  if (text === undefined) return {};
  const id = text.trim().toLowerCase();
  if (id.startsWith('ord_')) return { orderPrefix: id };
  if (id.startsWith('key_')) return { foundKey: id };
  if (id.startsWith('req_')) return { requestPrefix: id };
  const { domain, domainPrefix } = domainFilter(text);
  return domainPrefix === undefined ? { domain } : { domainOrRequestPrefix: [domainPrefix, text.trim()] };
}
