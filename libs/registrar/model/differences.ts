/** A domain in the account at the registrar, or one that a tenant has bought there. */
export interface DomainExpiry {
  domain: string;
  expiresAt: Date | null;
}

/**
 * A domain about which this installation and the registrar disagree; null on the side that does not have it. `price` has the
 * amount of a completed order, and the higher one that the registrar asks now.
 */
export interface DomainDifference {
  kind: 'missing_there' | 'unknown_here' | 'expiry' | 'price';
  domain: string;
  here: string | null;
  there: string | null;
}

/** A tenant whose account differs from its orders, in dollars: holds from unfinished orders, captures from registered ones. */
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
  /** The account at the registrar. */
  there: DomainExpiry[];
  /** Domains whose purchases have no outcome. Their registrations change at any time. */
  unfinished: ReadonlySet<string>;
}

/** Compares registrations with the account. What has changed in the meantime is not a difference. */
export function compareDomains({ before, after, there, unfinished }: Sides): DomainDifference[] {
  const known = expiries(before);
  const present = expiries(after);
  const listed = expiries(there);
  const isSettled = ({ domain }: DomainExpiry) => !unfinished.has(domain);
  const missing = after.filter(({ domain }) => known.has(domain) && !listed.has(domain));
  const unknown = there.filter(({ domain }) => !known.has(domain) && !present.has(domain));
  const moved = after.filter(({ domain, expiresAt }) => {
    const theirs = listed.get(domain);
    return (
      theirs !== undefined &&
      theirs !== null &&
      known.get(domain) === expiresAt?.toISOString() &&
      theirs !== known.get(domain)
    );
  });
  const difference =
    (kind: DomainDifference['kind']) =>
    ({ domain }: DomainExpiry): DomainDifference => ({
      kind,
      domain,
      here: present.get(domain) ?? null,
      there: listed.get(domain) ?? null,
    });
  return [
    ...missing.filter(isSettled).map(difference('missing_there')),
    ...unknown.filter(isSettled).map(difference('unknown_here')),
    ...moved.filter(isSettled).map(difference('expiry')),
  ];
}

const expiries = (domains: DomainExpiry[]) =>
  new Map(domains.map(({ domain, expiresAt }) => [domain, expiresAt?.toISOString() ?? null]));
