import { DateTime, Integer, NullableInteger, NullableText, Property } from '#platform/contract';
import { KeySummary } from './keys.js';

/** Requests of one API key, world and client in a period. */
export class SenderView {
  /** API key of the requests, or the storefront or worlds. */
  key: KeySummary | null;

  @NullableText('Slug of the world of the requests.', null) world: string | null;

  @NullableText('`User-Agent` of the requests.', 'shop/1.4 node/24') user_agent: string | null;

  /** Number of requests, including refused ones. @example 75 */
  @Integer() requests: number;

  /** Number of requests that were answered with 429. @example 15 */
  @Integer() refused: number;
}

/** The minute that ends with a request that was refused because of a limit. */
export class RefusedMinute {
  /** Start of the minute. */
  @DateTime() from: string;

  /** Time of the refused request. */
  @DateTime() to: string;

  @NullableInteger('Limit of the API key now, in requests per minute; null for a key that does not exist any more.', 60)
  limit: number | null;

  /** Senders of the most requests, at most 10. */
  senders: SenderView[];
}

/** Why a request was refused. */
export class RefusalView {
  /**
   * Permissions that the route requires and that the API key does not have now.
   * @example ["sandbox.order"]
   */
  missing_permissions: string[];

  /** Requests of the minute before; null unless the request was answered with 429. */
  @Property({ type: () => RefusedMinute, nullable: true }) minute: RefusedMinute | null;
}
