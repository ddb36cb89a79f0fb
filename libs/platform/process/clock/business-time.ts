declare const BUSINESS: unique symbol;

/**
 * A time by the clock of a tenant: of orders, payments, registrations and events. At run time it is a Date, but neither
 * type is assignable to the other, so that real time cannot be stored as business time, or the reverse.
 */
export interface BusinessTime {
  readonly [BUSINESS]: true;
  /** Milliseconds since 1970. */
  getTime(): number;
  getUTCFullYear(): number;
  toISOString(): string;
}

/** Declares that a time is business time, for example a date in a request. */
export const businessTime = (time: Date | number | string): BusinessTime => new Date(time) as unknown as BusinessTime;
