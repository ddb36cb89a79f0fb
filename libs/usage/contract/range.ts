import { DateTimeParameter } from '#platform/contract';

/** A time range, by default the last 24 hours. */
export class RangeQuery {
  @DateTimeParameter({ description: 'Start of the range (RFC 3339, years 0001–9999); default: 24 hours before `to`.' })
  from?: string;

  @DateTimeParameter({ description: 'End of the range (RFC 3339, years 0001–9999); default: now.' })
  to?: string;
}
