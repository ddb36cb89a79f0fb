import { type BusinessTime, businessTime } from '#platform/model';
import { TermTooLong } from './errors.js';

/** The name servers of a registration that has none of its own. */
export const DEFAULT_NAMESERVERS = ['ns1.nameyard.example', 'ns2.nameyard.example'];

export class Registration {
  tenantId: string;
  /** In normal form. */
  domain: string;
  tld: string;
  /**
   * The order that registered the domain. Its ID identifies the registration, because a domain can be released and
   * registered again. Null for a registration that was set up without an order.
   */
  orderId: string | null;
  registeredAt: BusinessTime;
  expiresAt: BusinessTime;
  /** Null for the default name servers. */
  nameservers: string[] | null = null;
  locked = true;
  autoRenew = false;
  privacy = false;
  /** Simulated payment method of automatic renewals. */
  paymentMethod: 'test' | 'test_declined' = 'test';
  /** Null for the owner of the order. */
  contact: object | null = null;
  /** When the registration is suspended unless the email address is verified; null if there is nothing to verify. */
  verificationDueAt: BusinessTime | null = null;
  suspended = false;
}

/** Whether the tenant holds the domain; otherwise the registration reserves it until the registry has decided. */
export const isHeld = ({ registeredAt }: { registeredAt: BusinessTime | null }): boolean => registeredAt !== null;

/** Value of `Order.renews` in a renewal: ID of the order that registered the domain, or an empty string if there is none. */
export const renewalReference = ({ orderId }: Pick<Registration, 'orderId'>): string => orderId ?? '';

/** Longest time from now to the expiry of a registration, in years. */
export const MAX_YEARS = 10;

/** Adds calendar years in UTC; February 29 becomes February 28 in other years. */
export function addYears(time: BusinessTime, years: number): BusinessTime {
  const moved = new Date(time.getTime());
  const month = moved.getUTCMonth();
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return businessTime(moved);
}

/** Why a registration cannot be renewed by this number of years; undefined if it can. */
export const findTermError = (expiresAt: BusinessTime, years: number, now: BusinessTime): TermTooLong | undefined =>
  addYears(expiresAt, years) > addYears(now, MAX_YEARS) ? new TermTooLong(expiresAt) : undefined;

/** Days before the expiry at which `domain.expiring` is recorded. */
export const REMINDER_DAYS = 30;

/** Days after the expiry in which the tenant still holds the domain and can renew it. */
export const HOLD_DAYS = 30;

/** Days from an unverified email address to the suspension (ICANN, "Whois Accuracy Program Specification"). */
export const VERIFICATION_DAYS = 15;

const DAY_MS = 86_400_000;

/** Whether the tenant has lost the domain. The row exists until the worker removes it. */
export const isReleased = ({ expiresAt }: Pick<Registration, 'expiresAt'>, now: BusinessTime): boolean =>
  now.getTime() >= expiresAt.getTime() + HOLD_DAYS * DAY_MS;

export const STATUSES = ['registered', 'expired'] as const;
export type RegistrationStatus = (typeof STATUSES)[number];

export const statusOf = ({ expiresAt }: Registration, now: BusinessTime): RegistrationStatus =>
  expiresAt <= now ? 'expired' : 'registered';

/**
 * Sum of all terms. Ordered terms are whole calendar years in UTC, so the difference of the calendar years is exact, except for
 * registrations that were set up with other times.
 */
export const yearsOf = ({ registeredAt, expiresAt }: Pick<Registration, 'registeredAt' | 'expiresAt'>): number =>
  expiresAt.getUTCFullYear() - registeredAt.getUTCFullYear();

/** Sort key of a registration in a list, newest first. */
export type Position = Pick<Registration, 'registeredAt' | 'domain'>;

export const CURSOR = /^(-?\d{1,14})_([^_]+)$/;

/** Contains the whole sort key, so that the next page can be read after the registration was removed. */
export const cursorOf = ({ registeredAt, domain }: Position): string => `${registeredAt.getTime()}_${domain}`;

/** Parses a cursor; undefined if it is malformed. */
export function positionOf(cursor: string): Position | undefined {
  const [, time, domain] = CURSOR.exec(cursor) ?? [];
  return domain === undefined ? undefined : { registeredAt: businessTime(Number(time)), domain };
}
