import {
  DateTime,
  ExportFormat,
  Integer,
  NextCursor,
  NullableText,
  OpaqueIdParameter,
  OpaquePageCursor,
  PageLimit,
  Property,
  TextParameter,
} from '#platform/contract';
import { BODY_STATES, type BodyState } from '../model/exchange.js';
import { RangeQuery } from './charts.js';
import { KeySummary, STOREFRONT_KEY, WORLDS_KEY, WorldSummary } from './keys.js';

/** Prefix of the opaque IDs of logged requests. */
export const REQUEST_PREFIX = 'log';

/** Filters for the request log; a request must match all of them. */
export class RequestFilter extends RangeQuery {
  /** Only requests whose `X-Request-Id` starts with this text. @example req_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() request_id?: string;

  @TextParameter({
    description: `Only requests with this API key (ID), or \`${STOREFRONT_KEY}\` for requests to the storefront, or \`${WORLDS_KEY}\` for requests of worlds.`,
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  key?: string;

  /** Only requests of this world (slug), live or ended in the last 7 days. @example w-k3x9m2p7q4r8t1v6 */
  @TextParameter() world?: string;

  /** Only requests to this path. @example /api/v1/sandbox/domains/search */
  @TextParameter() endpoint?: string;

  /** Only responses with this status or status class. @example 4xx */
  @TextParameter({ pattern: /^([1-5]\d\d|[2-5]xx)$/, message: 'must be a status such as 404, or 2xx, 3xx, 4xx or 5xx' })
  status?: string;

  /** Only responses whose error code starts with this text, in upper or lower case. @example DOMAIN_TAKEN */
  @TextParameter() code?: string;

  /**
   * Only requests about this domain or, if the text does not end with a supported TLD, about domains that start with
   * it. Upper and lower case are equal.
   * @example my-shop.com
   */
  @TextParameter() domain?: string;

  /**
   * Only requests about this domain, order or API key (ID), or whose request ID or domain starts with this text.
   * @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012
   */
  @TextParameter() find?: string;

  /** Only requests about orders whose ID starts with this text. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextParameter() order_id?: string;
}

export class RequestsQuery extends RequestFilter {
  @OpaquePageCursor('log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI') before?: string;

  /**
   * `latest` from an earlier response: returns the requests logged since then, oldest first, for a live view.
   * Requests older than 15 minutes are not returned.
   * @example log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI
   */
  @OpaqueIdParameter() after?: string;

  @PageLimit('requests') limit: number;
}

export class RequestsExportQuery extends RequestFilter {
  @ExportFormat() format?: 'csv' | 'json';
}

/** A request in an export. */
export class ExportedRequest {
  /** ID of the request. Opaque; IDs do not sort by time. @example log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI */
  id: string;

  /** Time of the request. */
  @DateTime() at: string;

  /** `X-Request-Id` of the response. @example req_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  request_id: string;

  /** API key of the request, or the storefront. */
  key: KeySummary | null;

  /** World of the request, live or ended in the last 7 days; null for other requests. */
  @Property({ type: () => WorldSummary, nullable: true }) world: WorldSummary | null;

  /** HTTP method. @example POST */
  method: string;

  /** Path of the route. @example /api/v1/sandbox/domains/search */
  endpoint: string;

  /** HTTP status. @example 200 */
  @Integer() status: number;

  @NullableText('Error code; null on success.', null) code: string | null;

  /** Duration in milliseconds. @example 3.2 */
  duration_ms: number;

  @NullableText('Domain of the request, if any.', 'my-shop.com') domain: string | null;

  @NullableText('Order of the request, if any.', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012') order_id: string | null;

  @NullableText(
    'Fault that changed the response: `header`, `storefront`, or the ID of a rule; null without a fault. Clients do not receive a response with the code `ANSWER_LOST`.',
    null,
  )
  faulted: string | null;
}

export class RequestView extends ExportedRequest {
  @NullableText(
    'curl command that sends the request again, with `$NAMEYARD_KEY` as the API key; null if the body of the request is not kept, or not completely. Masked values have to be replaced.',
    'curl http://127.0.0.1:3000/api/v1/sandbox/domains/search -H "Authorization: Bearer $NAMEYARD_KEY"',
  )
  curl: string | null;
}

export class RequestsPage {
  /** Requests, newest first; with `after`, oldest first. */
  requests: RequestView[];

  @NextCursor('log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI') next: string | null;

  /**
   * Cursor for `after`: continues with the requests logged later than this page.
   * @example log_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI
   */
  latest: string;

  @Property({
    description:
      'Set if a search by the start of a domain took too long to fill the page: no older requests have been searched; `next` continues.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  searched_to: string | null;
}

/** Headers and body of a request or a response, without secrets and personal data. */
export class MessageView {
  /** Headers. Values of secret ones are replaced by `[redacted]`. @example { "content-type": "application/json" } */
  headers: Record<string, string>;

  /**
   * Whether the body is complete, cut to 16 KiB, or absent because none was sent. Bodies are not kept if they are not
   * JSON or the request was rejected before its body was read (`unreadable`), or if they are larger than 256 KiB
   * (`too_large`).
   */
  @Property({ enum: BODY_STATES }) state: BodyState;

  @NullableText(
    'Body as JSON text; incomplete if it was cut. Secrets are replaced by `[redacted]`, and personal data by `[masked]`.',
    '{"domain":"my-shop.com"}',
  )
  body: string | null;
}

const NOT_KEPT = ['off', 'success', 'storefront', 'expired', 'dropped'] as const;

/** What a request sent and received. */
export class ExchangeView {
  /**
   * Why nothing is kept: `LOG_BODIES` is `none` (`off`), or `errors` and the request succeeded (`success`); the request
   * was sent to the `storefront`; it is older than 7 days (`expired`); or it was `dropped`, because the process
   * answered more than 300 successful requests in the same second (besides the first 100 of each tenant), too many
   * bodies were waiting to be written, or the setting was different. Null if headers and bodies are kept.
   */
  @Property({ enum: NOT_KEPT, nullable: true }) not_kept: (typeof NOT_KEPT)[number] | null;

  @NullableText('Path and query of the request; null if nothing is kept.', '/api/v1/sandbox/domains/search')
  target: string | null;

  /** The request; null if nothing is kept. */
  request: MessageView | null;

  /** The response; null if nothing is kept. */
  response: MessageView | null;
}
