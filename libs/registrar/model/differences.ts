/** A domain in the account at the registrar, or one that a tenant has bought there. */
export interface DomainExpiry {
  domain: string;
  expiresAt: Date | null;
}

/**
 * A domain whose data differs between this installation (`here`) and the registrar (`there`). The values are expiry times; for
 * `price`, the amount of a completed order and the higher present price of the registrar. Null where the domain is missing.
 */
export interface DomainDifference {
  kind: 'missing_there' | 'unknown_here' | 'expiry' | 'price';
  domain: string;
  here: string | null;
  there: string | null;
}

/** A tenant whose account differs from its orders, in dollars: `holds` from unfinished, `captures` from registered ones. */
export interface MoneyDifference {
  kind: 'holds' | 'captures';
  /** ID of the tenant. */
  tenant: string;
  account: number;
  orders: number;
}

export type Difference = DomainDifference | MoneyDifference;

interface Sides {
  /** The registrations before and after the account was read, which takes several calls. */
  before: DomainExpiry[];
  after: DomainExpiry[];
  /** The domains in the account at the registrar. */
  there: DomainExpiry[];
  /** Domains whose purchases have no outcome. Their registrations may change at any time. */
  unfinished: ReadonlySet<string>;
}

/** Compares registrations with the account at the registrar. Ignores domains that changed while the account was read. */
export function compareDomains({ before, after, there, unfinished }: Sides): DomainDifference[] {
  const expiryBefore = expiries(before);
  const expiryNow = expiries(after);
  const expiryThere = expiries(there);
  const isSettled = ({ domain }: DomainExpiry) => !unfinished.has(domain);
  const missing = after.filter(({ domain }) => expiryBefore.has(domain) && !expiryThere.has(domain));
  const unknown = there.filter(({ domain }) => !expiryBefore.has(domain) && !expiryNow.has(domain));
  const different = after.filter(({ domain }) => {
    const [expiry, expiryAtRegistrar] = [expiryNow.get(domain), expiryThere.get(domain)];
    return expiry === expiryBefore.get(domain) && expiryAtRegistrar && expiryAtRegistrar !== expiry;
  });
  const difference =
    (kind: DomainDifference['kind']) =>
    ({ domain }: DomainExpiry): DomainDifference => ({
      kind,
      domain,
      here: expiryNow.get(domain) ?? null,
      there: expiryThere.get(domain) ?? null,
    });
  return [
    ...missing.filter(isSettled).map(difference('missing_there')),
    ...unknown.filter(isSettled).map(difference('unknown_here')),
    ...different.filter(isSettled).map(difference('expiry')),
  ];
}

const expiries = (domains: DomainExpiry[]) =>
  new Map(domains.map(({ domain, expiresAt }) => [domain, expiresAt?.toISOString() ?? null]));
