import { DateTime, Integer, NullableInteger, Property, TextParameter } from '#platform/contract';
import { RangeQuery } from './charts.js';
import { KeySummary } from './keys.js';
import { SenderView } from './refusal.js';

export class LimitsQuery extends RangeQuery {
  /** Only requests with this API key (ID). @example key_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() key?: string;
}

export class LimitPoint {
  /** Start of the step. */
  @DateTime() at: string;

  /** Number of requests in the minute, or in the 60 seconds up to the end of the second. @example 42 */
  @Integer() requests: number;

  /** Number of requests in the step that were answered with 429. @example 3 */
  @Integer() refused: number;
}

/** Requests of one API key against its limit. */
export class LimitLine {
  /** API key of the requests. */
  key: KeySummary;

  /** Limit of the key now, in requests per minute. @example 60 */
  @Integer() limit: number;

  /** One point per step. */
  points: LimitPoint[];
}

/** A minute in which an API key exceeded its limit. */
export class ExceededLimit {
  /** Time of the first refused request of the minute. */
  @DateTime() at: string;

  /** API key of the requests, or the worlds; null for a removed key. */
  key: KeySummary | null;

  @NullableInteger('Limit of the key now, in requests per minute; null for worlds and for a removed key.', 60)
  limit: number | null;

  /** Number of requests in the minute that were answered with 429. @example 15 */
  @Integer() refused: number;
}

export class LimitsView {
  /** Length of a step in seconds. */
  @Property({ enum: [1, 60, 3_600, 86_400] }) step_seconds: number;

  /** Keys with the most requests, at most 8; empty if a step is longer than a minute. */
  lines: LimitLine[];

  /** Minutes in which a limit was exceeded, newest first, at most 20. Searches the last 10,000 refused requests. */
  exceeded: ExceededLimit[];

  /** Senders of the most requests, at most 10; empty if a step is longer than a second. */
  senders: SenderView[];
}
