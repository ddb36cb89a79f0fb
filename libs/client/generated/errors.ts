/** Generated from test/golden/openapi.json by test/architecture/client.spec.ts. Do not edit. */

import { ApiError } from '../api-error.js';

/** The API key is unknown, expired or revoked, or belongs to another tenant, or the tenant is suspended. */
export class ApiKeyInvalidError extends ApiError {
  static override readonly kind: string = 'ApiKeyInvalidError';
  declare readonly code: 'API_KEY_INVALID';
}

/** The `Authorization` header is missing or does not use the `Bearer` scheme. */
export class ApiKeyRequiredError extends ApiError {
  static override readonly kind: string = 'ApiKeyRequiredError';
  declare readonly code: 'API_KEY_REQUIRED';
}

/** A proxy between the client and the service did not get a valid response. Only faults send it. */
export class BadGatewayError extends ApiError {
  static override readonly kind: string = 'BadGatewayError';
  declare readonly code: 'BAD_GATEWAY';
}

/** The clock of the tenant cannot be set back. */
export class ClockBackwardsError extends ApiError {
  static override readonly kind: string = 'ClockBackwardsError';
  declare readonly code: 'CLOCK_BACKWARDS';
}

/** An operator has switched off test control for the tenant: worlds, clock, faults and journal. */
export class ControlDisabledError extends ApiError {
  static override readonly kind: string = 'ControlDisabledError';
  declare readonly code: 'CONTROL_DISABLED';
}

/** A request to the live registrar has a `Sandbox-Fault` header, which exists for the sandbox only. */
export class ControlOnLiveError extends ApiError {
  static override readonly kind: string = 'ControlOnLiveError';
  declare readonly code: 'CONTROL_ON_LIVE';
}

/** The domain is already registered. `error.details` names the rule that decided it. */
export class DomainTakenError extends ApiError {
  static override readonly kind: string = 'DomainTakenError';
  declare readonly code: 'DOMAIN_TAKEN';
}

/** The `Expect` header has a value other than `100-continue`. */
export class ExpectationFailedError extends ApiError {
  static override readonly kind: string = 'ExpectationFailedError';
  declare readonly code: 'EXPECTATION_FAILED';
}

/** The tenant has no fault rule with this ID. Rules are removed after they expire. */
export class FaultNotFoundError extends ApiError {
  static override readonly kind: string = 'FaultNotFoundError';
  declare readonly code: 'FAULT_NOT_FOUND';
}

/** A proxy between the client and the service did not get a response in time. Only faults send it. */
export class GatewayTimeoutError extends ApiError {
  static override readonly kind: string = 'GatewayTimeoutError';
  declare readonly code: 'GATEWAY_TIMEOUT';
}

/** The request headers are larger than 16 KiB. */
export class HeadersTooLargeError extends ApiError {
  static override readonly kind: string = 'HeadersTooLargeError';
  declare readonly code: 'HEADERS_TOO_LARGE';
}

/** The first request with this idempotency key is still in progress. */
export class IdempotencyInProgressError extends ApiError {
  static override readonly kind: string = 'IdempotencyInProgressError';
  declare readonly code: 'IDEMPOTENCY_IN_PROGRESS';
}

/** The idempotency key was already used with a different request body. */
export class IdempotencyKeyReusedError extends ApiError {
  static override readonly kind: string = 'IdempotencyKeyReusedError';
  declare readonly code: 'IDEMPOTENCY_KEY_REUSED';
}

/** The service failed unexpectedly. */
export class InternalError extends ApiError {
  static override readonly kind: string = 'InternalError';
  declare readonly code: 'INTERNAL_ERROR';
}

/** The description is longer than 200 characters. */
export class InvalidDescriptionError extends ApiError {
  static override readonly kind: string = 'InvalidDescriptionError';
  declare readonly code: 'INVALID_DESCRIPTION';
}

/** The text is not a valid domain. */
export class InvalidDomainError extends ApiError {
  static override readonly kind: string = 'InvalidDomainError';
  declare readonly code: 'INVALID_DOMAIN';
}

/** The kind or a parameter of a fault is unknown or not valid. */
export class InvalidFaultError extends ApiError {
  static override readonly kind: string = 'InvalidFaultError';
  declare readonly code: 'INVALID_FAULT';
}

/** The URL is not valid, or its host is not allowed. */
export class InvalidUrlError extends ApiError {
  static override readonly kind: string = 'InvalidUrlError';
  declare readonly code: 'INVALID_URL';
}

/** The request body is not valid JSON in UTF-8, or has more than 64 levels or 1,000 values. */
export class MalformedJsonError extends ApiError {
  static override readonly kind: string = 'MalformedJsonError';
  declare readonly code: 'MALFORMED_JSON';
}

/** The request is not valid HTTP/1.1. */
export class MalformedRequestError extends ApiError {
  static override readonly kind: string = 'MalformedRequestError';
  declare readonly code: 'MALFORMED_REQUEST';
}

/** The host name belongs to the storefront of a tenant. */
export class MisdirectedRequestError extends ApiError {
  static override readonly kind: string = 'MisdirectedRequestError';
  declare readonly code: 'MISDIRECTED_REQUEST';
}

/** A world cannot have worlds. */
export class NestedWorldError extends ApiError {
  static override readonly kind: string = 'NestedWorldError';
  declare readonly code: 'NESTED_WORLD';
}

/** The `Accept` header excludes `application/json`. */
export class NotAcceptableError extends ApiError {
  static override readonly kind: string = 'NotAcceptableError';
  declare readonly code: 'NOT_ACCEPTABLE';
}

/** The path or its method does not exist, or a path parameter is too long, not valid UTF-8, or contains control characters. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
  declare readonly code: 'NOT_FOUND';
}

/** The order was already paid with another payment reference. */
export class OrderAlreadyPaidError extends ApiError {
  static override readonly kind: string = 'OrderAlreadyPaidError';
  declare readonly code: 'ORDER_ALREADY_PAID';
}

/** The tenant has no order with this ID. */
export class OrderNotFoundError extends ApiError {
  static override readonly kind: string = 'OrderNotFoundError';
  declare readonly code: 'ORDER_NOT_FOUND';
}

/** The request body is larger than 64 KiB. */
export class PayloadTooLargeError extends ApiError {
  static override readonly kind: string = 'PayloadTooLargeError';
  declare readonly code: 'PAYLOAD_TOO_LARGE';
}

/** The payment was declined. The order can be paid again. */
export class PaymentDeclinedError extends ApiError {
  static override readonly kind: string = 'PaymentDeclinedError';
  declare readonly code: 'PAYMENT_DECLINED';
}

/** The payment reference was already used for another order. */
export class PaymentReferenceUsedError extends ApiError {
  static override readonly kind: string = 'PaymentReferenceUsedError';
  declare readonly code: 'PAYMENT_REFERENCE_USED';
}

/** The API key does not have the permission that the route requires. */
export class PermissionDeniedError extends ApiError {
  static override readonly kind: string = 'PermissionDeniedError';
  declare readonly code: 'PERMISSION_DENIED';
}

/** The API key or access token has used all its requests for the current minute, or too many reads of the tenant or person wait for their turn. */
export class RateLimitedError extends ApiError {
  static override readonly kind: string = 'RateLimitedError';
  declare readonly code: 'RATE_LIMITED';
}

/** The receiver does not exist or was removed. */
export class ReceiverNotFoundError extends ApiError {
  static override readonly kind: string = 'ReceiverNotFoundError';
  declare readonly code: 'RECEIVER_NOT_FOUND';
}

/** The live registrar API is switched off. */
export class RegistrarDisabledError extends ApiError {
  static override readonly kind: string = 'RegistrarDisabledError';
  declare readonly code: 'REGISTRAR_DISABLED';
}

/** No registrar is connected to this installation. */
export class RegistrarNotConnectedError extends ApiError {
  static override readonly kind: string = 'RegistrarNotConnectedError';
  declare readonly code: 'REGISTRAR_NOT_CONNECTED';
}

/** The tenant has not registered the domain. */
export class RegistrationNotFoundError extends ApiError {
  static override readonly kind: string = 'RegistrationNotFoundError';
  declare readonly code: 'REGISTRATION_NOT_FOUND';
}

/** The registration that the order renews no longer exists. Nothing was charged. */
export class RegistrationReleasedError extends ApiError {
  static override readonly kind: string = 'RegistrationReleasedError';
  declare readonly code: 'REGISTRATION_RELEASED';
}

/** The request was not received completely within 15 seconds. */
export class RequestTimeoutError extends ApiError {
  static override readonly kind: string = 'RequestTimeoutError';
  declare readonly code: 'REQUEST_TIMEOUT';
}

/** The API key does not have the scope that the route requires. */
export class ScopeDeniedError extends ApiError {
  static override readonly kind: string = 'ScopeDeniedError';
  declare readonly code: 'SCOPE_DENIED';
}

/** The service is overloaded or cannot reach its database. */
export class ServiceUnavailableError extends ApiError {
  static override readonly kind: string = 'ServiceUnavailableError';
  declare readonly code: 'SERVICE_UNAVAILABLE';
}

/** The `X-Tenant` header is missing. */
export class TenantRequiredError extends ApiError {
  static override readonly kind: string = 'TenantRequiredError';
  declare readonly code: 'TENANT_REQUIRED';
}

/** The registration would expire more than 10 years from now. */
export class TermTooLongError extends ApiError {
  static override readonly kind: string = 'TermTooLongError';
  declare readonly code: 'TERM_TOO_LONG';
}

/** The tenant already has 100 rules that are neither used up nor expired. */
export class TooManyFaultsError extends ApiError {
  static override readonly kind: string = 'TooManyFaultsError';
  declare readonly code: 'TOO_MANY_FAULTS';
}

/** Faults and verifications already hold 1000 requests of the tenant. */
export class TooManyHeldError extends ApiError {
  static override readonly kind: string = 'TooManyHeldError';
  declare readonly code: 'TOO_MANY_HELD';
}

/** The tenant has the maximum number of receivers (16, or 4 for a world). */
export class TooManyReceiversError extends ApiError {
  static override readonly kind: string = 'TooManyReceiversError';
  declare readonly code: 'TOO_MANY_RECEIVERS';
}

/** The key already has 100 waiting requests. */
export class TooManyWaitingError extends ApiError {
  static override readonly kind: string = 'TooManyWaitingError';
  declare readonly code: 'TOO_MANY_WAITING';
}

/** The tenant already has 100 live worlds. */
export class TooManyWorldsError extends ApiError {
  static override readonly kind: string = 'TooManyWorldsError';
  declare readonly code: 'TOO_MANY_WORLDS';
}

/** The request contains an event type that does not exist. */
export class UnknownEventError extends ApiError {
  static override readonly kind: string = 'UnknownEventError';
  declare readonly code: 'UNKNOWN_EVENT';
}

/** The request body is not declared as `application/json` in UTF-8, or has a `Content-Encoding`. */
export class UnsupportedMediaTypeError extends ApiError {
  static override readonly kind: string = 'UnsupportedMediaTypeError';
  declare readonly code: 'UNSUPPORTED_MEDIA_TYPE';
}

/** The payment method is not supported. */
export class UnsupportedPaymentMethodError extends ApiError {
  static override readonly kind: string = 'UnsupportedPaymentMethodError';
  declare readonly code: 'UNSUPPORTED_PAYMENT_METHOD';
}

/** One or more fields are not valid. `error.details` lists all of them. */
export class ValidationFailedError extends ApiError {
  static override readonly kind: string = 'ValidationFailedError';
  declare readonly code: 'VALIDATION_FAILED';
}

/** The tenant has no live world with this slug. */
export class WorldNotFoundError extends ApiError {
  static override readonly kind: string = 'WorldNotFoundError';
  declare readonly code: 'WORLD_NOT_FOUND';
}

/** The world has more than 10000 orders, payments, registrations and fault rules, or its snapshot is larger than 4 MiB. */
export class WorldTooLargeError extends ApiError {
  static override readonly kind: string = 'WorldTooLargeError';
  declare readonly code: 'WORLD_TOO_LARGE';
}

/** The TLD is not in the catalogue. */
export class UnsupportedTldError extends ApiError {
  static override readonly kind: string = 'UnsupportedTldError';
  declare readonly code: 'unsupported_tld';
}

/** The class of each error code. */
export const ERROR_CLASSES = {
  API_KEY_INVALID: ApiKeyInvalidError,
  API_KEY_REQUIRED: ApiKeyRequiredError,
  BAD_GATEWAY: BadGatewayError,
  CLOCK_BACKWARDS: ClockBackwardsError,
  CONTROL_DISABLED: ControlDisabledError,
  CONTROL_ON_LIVE: ControlOnLiveError,
  DOMAIN_TAKEN: DomainTakenError,
  EXPECTATION_FAILED: ExpectationFailedError,
  FAULT_NOT_FOUND: FaultNotFoundError,
  GATEWAY_TIMEOUT: GatewayTimeoutError,
  HEADERS_TOO_LARGE: HeadersTooLargeError,
  IDEMPOTENCY_IN_PROGRESS: IdempotencyInProgressError,
  IDEMPOTENCY_KEY_REUSED: IdempotencyKeyReusedError,
  INTERNAL_ERROR: InternalError,
  INVALID_DESCRIPTION: InvalidDescriptionError,
  INVALID_DOMAIN: InvalidDomainError,
  INVALID_FAULT: InvalidFaultError,
  INVALID_URL: InvalidUrlError,
  MALFORMED_JSON: MalformedJsonError,
  MALFORMED_REQUEST: MalformedRequestError,
  MISDIRECTED_REQUEST: MisdirectedRequestError,
  NESTED_WORLD: NestedWorldError,
  NOT_ACCEPTABLE: NotAcceptableError,
  NOT_FOUND: NotFoundError,
  ORDER_ALREADY_PAID: OrderAlreadyPaidError,
  ORDER_NOT_FOUND: OrderNotFoundError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  PAYMENT_DECLINED: PaymentDeclinedError,
  PAYMENT_REFERENCE_USED: PaymentReferenceUsedError,
  PERMISSION_DENIED: PermissionDeniedError,
  RATE_LIMITED: RateLimitedError,
  RECEIVER_NOT_FOUND: ReceiverNotFoundError,
  REGISTRAR_DISABLED: RegistrarDisabledError,
  REGISTRAR_NOT_CONNECTED: RegistrarNotConnectedError,
  REGISTRATION_NOT_FOUND: RegistrationNotFoundError,
  REGISTRATION_RELEASED: RegistrationReleasedError,
  REQUEST_TIMEOUT: RequestTimeoutError,
  SCOPE_DENIED: ScopeDeniedError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  TENANT_REQUIRED: TenantRequiredError,
  TERM_TOO_LONG: TermTooLongError,
  TOO_MANY_FAULTS: TooManyFaultsError,
  TOO_MANY_HELD: TooManyHeldError,
  TOO_MANY_RECEIVERS: TooManyReceiversError,
  TOO_MANY_WAITING: TooManyWaitingError,
  TOO_MANY_WORLDS: TooManyWorldsError,
  UNKNOWN_EVENT: UnknownEventError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  UNSUPPORTED_PAYMENT_METHOD: UnsupportedPaymentMethodError,
  VALIDATION_FAILED: ValidationFailedError,
  WORLD_NOT_FOUND: WorldNotFoundError,
  WORLD_TOO_LARGE: WorldTooLargeError,
  unsupported_tld: UnsupportedTldError,
} as const;

/** Error codes of the API. */
export type ErrorCode = keyof typeof ERROR_CLASSES;
