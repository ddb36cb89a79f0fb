const DAY_MS = 86_400_000;
const NOTICE_MS = 30 * DAY_MS;
const GRACE_MS = 30 * DAY_MS;
const MAX_YEARS = 10;

interface PaperOrder {
  domain: string;
  years: number;
  /** The order whose registration this one renews. */
  renews?: string;
  paidAt?: number;
}

interface PaperRegistration {
  orderId: string;
  expiresAt: number;
}

interface PaperEvent {
  at: string;
  type: string;
  domain: string;
  expires_at: string;
}

/**
 * A model of the orders and registrations of a tenant, to compare the service with. `order`, `renew` and `pay` return the
 * expected outcome.
 */
export class Paper {
  now: number;
  private readonly orders = new Map<string, PaperOrder>();
  private readonly registrations = new Map<string, PaperRegistration>();
  private readonly events: PaperEvent[] = [];

  constructor(start: string) {
    this.now = Date.parse(start);
  }

  order(domain: string, years: number, orderId: string): string {
    if (this.registrations.has(domain)) return '409 DOMAIN_TAKEN';
    this.orders.set(orderId, { domain, years });
    return '201';
  }

  renew(domain: string, years: number, orderId: string): string {
    const registration = this.registrations.get(domain);
    if (!registration) return '404 REGISTRATION_NOT_FOUND';
    if (this.isTooLong(registration, years)) return '422 TERM_TOO_LONG';
    this.orders.set(orderId, { domain, years, renews: registration.orderId });
    return '201';
  }

  pay(orderId: string): string {
    const order = this.orders.get(orderId)!;
    const { domain, years, renews } = order;
    const registration = this.registrations.get(domain);
    if (renews === undefined) {
      if (registration) return '409 DOMAIN_TAKEN';
      this.registrations.set(domain, { orderId, expiresAt: addYears(this.now, years) });
    } else {
      if (registration?.orderId !== renews) return '409 REGISTRATION_RELEASED';
      if (this.isTooLong(registration, years)) return '422 TERM_TOO_LONG';
      registration.expiresAt = addYears(registration.expiresAt, years);
    }
    order.paidAt = this.now;
    this.record(renews === undefined ? 'domain.registered' : 'domain.renewed', this.now, domain);
    return '200';
  }

  /** An order that is not paid; undefined if all are. */
  openOrder(pick: number): string | undefined {
    const open = [...this.orders].filter(([, { paidAt }]) => paidAt === undefined);
    return open[pick % open.length]?.[0];
  }

  yearsFromNow(years: number): number {
    return addYears(this.now, years);
  }

  get nextDue(): number | undefined {
    return this.due(Infinity)[0]?.at;
  }

  /** Moves the time to `target`, and returns the events that fall due. */
  advance(target: number): PaperEvent[] {
    const happened = this.due(target).map(({ at, type, domain }) => {
      const event = this.record(type, at, domain);
      if (type === 'domain.released') this.registrations.delete(domain);
      return event;
    });
    this.now = target;
    return happened;
  }

  state() {
    const registrations = [...this.registrations].map(([domain, { expiresAt }]) => [
      domain,
      { status: expiresAt <= this.now ? 'expired' : 'registered', expires_at: iso(expiresAt) },
    ]);
    const orders = [...this.orders].map(([id, { paidAt }]) => [
      id,
      paidAt === undefined ? { status: 'created', paid_at: null } : { status: 'paid', paid_at: iso(paidAt) },
    ]);
    return {
      registrations: Object.fromEntries(registrations),
      orders: Object.fromEntries(orders),
      events: this.events,
    };
  }

  /** Events after now, up to a time. */
  private due(target: number) {
    return [...this.registrations]
      .flatMap(([domain, { expiresAt }]) => [
        { domain, type: 'domain.expiring', at: expiresAt - NOTICE_MS },
        { domain, type: 'domain.expired', at: expiresAt },
        { domain, type: 'domain.released', at: expiresAt + GRACE_MS },
      ])
      .filter(({ at }) => at > this.now && at <= target)
      .toSorted((a, b) => a.at - b.at || (a.domain < b.domain ? -1 : 1));
  }

  private record(type: string, at: number, domain: string): PaperEvent {
    const expiresAt = this.registrations.get(domain)!.expiresAt;
    const event = { at: iso(at), type, domain, expires_at: iso(expiresAt) };
    this.events.push(event);
    return event;
  }

  private isTooLong({ expiresAt }: PaperRegistration, years: number): boolean {
    return addYears(expiresAt, years) > addYears(this.now, MAX_YEARS);
  }
}

const iso = (time: number) => new Date(time).toISOString();

/** Replaces the year in the text of a time. */
function addYears(time: number, years: number): number {
  const text = iso(time);
  const moved = Number(text.slice(0, 4)) + years + text.slice(4);
  return Date.parse(isLeap(Number(moved.slice(0, 4))) ? moved : moved.replace('-02-29T', '-02-28T'));
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
