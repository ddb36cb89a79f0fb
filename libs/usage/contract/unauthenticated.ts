import {
  DateTime,
  EnumParameter,
  NextCursor,
  NullableText,
  OpaquePageCursor,
  PageLimit,
  Property,
} from '#platform/contract';

/** Prefix of the opaque IDs of unauthenticated requests. */
export const UNAUTHENTICATED_PREFIX = 'una';

const EXAMPLE = 'una_RAchrugx6CdWhkWWktaxLe5mKjn0bkyI';

export const REJECTIONS = [
  'unknown',
  'revoked',
  'expired',
  'wrong_tenant',
  'suspended',
  'malformed',
  'missing',
] as const;

export class UnauthenticatedQuery {
  @OpaquePageCursor(EXAMPLE) before?: string;

  @PageLimit('requests') limit: number;

  /** Only requests rejected for this reason. @example revoked */
  @EnumParameter({ of: REJECTIONS }) reason?: (typeof REJECTIONS)[number];
}

export class UnauthenticatedView {
  /** ID of the entry. Opaque; IDs do not sort by time. */
  @Property({ example: EXAMPLE }) id: string;

  /** Time of the request. */
  @DateTime() at: string;

  /**
   * Why the request was rejected. `missing`: it has no key or no `X-Tenant`. `suspended`: the tenant is suspended. The
   * response does not contain the reason.
   */
  @Property({ enum: REJECTIONS }) reason: string;

  @NullableText('Slug in `X-Tenant`, whether or not there is such a tenant; null without a slug.', 'demo')
  tenant: string | null;

  @NullableText(
    'Prefix and the first and last four random characters of the key; null unless it is well-formed.',
    'ny_sandbox_8fK2…Q9xZ',
  )
  key_hint: string | null;

  /** IP address of the client. @example 192.0.2.7 */
  address: string;

  /** HTTP method. @example POST */
  method: string;

  /** Path of the route. @example /api/v1/sandbox/domains/search */
  endpoint: string;

  /** `X-Request-Id` of the response. @example req_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  request_id: string;
}

export class UnauthenticatedPage {
  /** Requests, newest first. */
  requests: UnauthenticatedView[];

  @NextCursor(EXAMPLE) next: string | null;
}
