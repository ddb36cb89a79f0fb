import {
  DateTime,
  DateTimeField,
  DurationField,
  EnumField,
  NullableDateTime,
  NullableText,
  Property,
  Source,
} from '#platform/contract';

const MODES = ['real', 'frozen', 'running'];

export class SetClockRequest {
  /** How the clock relates to real time. A `running` clock is ahead of it by `offset_seconds`. @example frozen */
  @EnumField({ of: MODES }) mode: 'real' | 'frozen' | 'running';

  /**
   * Time to set a frozen or running clock to (default: its present time). It cannot be set back.
   * @example 2027-01-01T00:00:00Z
   */
  @DateTimeField({ optional: true }) now?: string;
}

export class AdvanceRequest {
  /**
   * Duration to move the clock by (ISO 8601, by the calendar in UTC). Send either `by` or `to`.
   * @example P1Y2M10DT2H30M
   */
  @DurationField({ optional: true }) by?: string;

  /** Time to move the clock to, at most 20 years ahead of real time. @example 2031-01-01T00:00:00Z */
  @DateTimeField({ optional: true }) to?: string;
}

class ClockFields {
  /** How the clock relates to real time. @example frozen */
  @Property({ enum: MODES }) mode: 'real' | 'frozen' | 'running';

  /** Present time of the tenant. */
  @DateTime() now: string;

  /** Seconds that `now` is ahead of real time. @example 31536000 */
  offset_seconds: number;
}

export class ClockView extends ClockFields {
  /** Origin of the result. */
  meta: Source;
}

/** The clock in the portal. */
export class ClockProgress extends ClockFields {
  @NullableDateTime('Time that a change in progress moves the clock to; null if there is none.', null)
  moving_to: string | null;
}

export class HappenedView {
  /** Time at which the event was due. */
  @DateTime() at: string;

  /** Type of the event. @example domain.expired */
  type: string;

  /** Domain of the event. @example example.com */
  domain: string;

  /** ID of the event. @example evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  event_id: string;
}

export class ClockChanged extends ClockView {
  /** The first 1,000 events that became due, in order of time. */
  happened: HappenedView[];

  /** Number of further events that became due. @example 0 */
  @Property({ type: 'integer', minimum: 0 }) more: number;
}

class ComingView {
  /** Time at which the event or decision is due. */
  @DateTime() at: string;

  @NullableText('Type of the event; null for a decision of the registry.', 'domain.expired') type: string | null;

  @NullableText('Outcome of the decision; null for events.', null) outcome: string | null;

  /** Domain. @example example.com */
  domain: string;

  @NullableText('Order of the event or decision, if any.', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  order_id: string | null;
}

export class ClockTimeline {
  /** The latest 10 events about domains, in order of time. */
  past: HappenedView[];

  /** The next 20 events and decisions, in order of time, as far as they are known now. */
  coming: ComingView[];
}
