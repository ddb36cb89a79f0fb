import { forbidden, misdirected, notFound, unauthenticated } from '#platform/http/errors';
import { NotAcceptable, ServiceUnavailable, TooManyRequests } from '#platform/http';
import { SESSION_CHALLENGE } from './session-challenge.js';
import type { Permission, Scope } from './permissions.js';

export class ApiKeyRequired extends unauthenticated({
  code: 'API_KEY_REQUIRED',
  description: 'The `Authorization` header is missing or does not use the `Bearer` scheme.',
  challenge: 'Bearer realm="api"',
  advice: 'Send `Authorization: Bearer`, followed by your API key.',
  reproduce: 'Send a request without an `Authorization` header.',
}) {}

export class TenantRequired extends unauthenticated({
  code: 'TENANT_REQUIRED',
  description: 'The `X-Tenant` header is missing.',
  challenge: 'Bearer realm="api", error="invalid_request"',
  advice: 'Send the slug of the tenant in the `X-Tenant` header.',
  reproduce: 'Send a request with an API key but without `X-Tenant`.',
}) {}

/** One error for every cause, so that a caller cannot find out which keys or tenants exist. */
export class ApiKeyInvalid extends unauthenticated({
  code: 'API_KEY_INVALID',
  description: 'The API key is unknown, expired or revoked, or belongs to another tenant, or the tenant is suspended.',
  challenge: 'Bearer realm="api", error="invalid_token"',
  advice: 'Check the API key and the slug in `X-Tenant`. The API keys page shows which keys are active.',
  reproduce: 'Replace the last character of your API key.',
}) {}

export class ScopeDenied extends forbidden({
  code: 'SCOPE_DENIED',
  description: 'The API key does not have the scope that the route requires.',
  advice: 'Use a sandbox key for /sandbox and a live key for /registrar.',
  reproduce: 'Send a request to a route under `/api/v1/sandbox` with a live key.',
  message: (actual: Scope, required: Scope) =>
    `The API key has the scope ${actual}; this route requires the scope ${required}.`,
}) {}

export class PermissionDenied extends forbidden({
  code: 'PERMISSION_DENIED',
  description: 'The API key does not have the permission that the route requires.',
  advice: 'Add the permission named in the message to the key, on the API keys page. It applies to the next request.',
  reproduce: 'Place an order with a key that has only the permission `sandbox.search`.',
  message: (permission: Permission) => `The API key does not have the permission ${permission}.`,
}) {}

export class ControlDisabled extends forbidden({
  code: 'CONTROL_DISABLED',
  description: 'An operator has switched off test control for the tenant: worlds, clock, faults and journal.',
  advice: 'Ask an operator of the installation to switch it on.',
  reproduce: 'Set `control` of a tenant to false in the portal, then get its clock.',
}) {}

export class FacadeDisabled extends forbidden({
  code: 'FACADE_DISABLED',
  description: 'An operator has switched off the facade for the tenant.',
  advice: 'Ask an operator of the installation to switch it on.',
  reproduce: 'Run `nameyard tenants set <slug> --facades none`, then send a request to a facade.',
}) {}

export class RateLimited extends TooManyRequests {
  constructor(limit: number, seconds: number, subject = 'The API key is') {
    super(`${subject} limited to ${limit} requests per minute. Retry in ${seconds} s.`, seconds);
  }
}

export class LoginRequired extends unauthenticated({
  code: 'LOGIN_REQUIRED',
  description: 'The session cookie is missing, or the session has ended.',
  challenge: SESSION_CHALLENGE,
  advice: 'Log in. Sessions end when they are not used for a while.',
  reproduce: 'Send a request to the portal API without a session cookie.',
}) {}

/** One error for every cause, so that a caller cannot find out which tokens exist. */
export class TokenInvalid extends unauthenticated({
  code: 'TOKEN_INVALID',
  description: 'The access token is unknown, expired or revoked, or its person is disabled.',
  challenge: 'Bearer realm="portal", error="invalid_token"',
  advice: 'Check the token. The account page of the portal shows which tokens are active, and creates new ones.',
  reproduce: 'Replace the last character of your access token.',
}) {}

export class SessionRequired extends forbidden({
  code: 'SESSION_REQUIRED',
  description: 'The request changes logins or access tokens, and was sent with an access token.',
  advice: 'Log in to the portal. Access tokens cannot change logins, passwords or access tokens.',
  reproduce: 'Create an access token with an access token.',
}) {}

export class TokenReadOnly extends forbidden({
  code: 'TOKEN_READ_ONLY',
  description: 'The access token is read-only: it can send GET and HEAD requests only.',
  advice: 'Use a token that is not read-only.',
  reproduce: 'Create an access token with `read_only`, and change the name of a tenant with it.',
}) {}

export class TokenLimited extends forbidden({
  code: 'TOKEN_LIMITED',
  description: 'The request concerns the whole installation, and the access token is limited to tenants.',
  advice: 'Use a token of an operator without a list of tenants.',
  reproduce: 'List the audit log with a token that is limited to a tenant.',
}) {}

export class ForeignOrigin extends forbidden({
  code: 'FOREIGN_ORIGIN',
  description: 'A page of another origin sent the request.',
  advice: 'Use the pages of the portal. If a proxy terminates TLS, list its address in `TRUSTED_PROXIES`.',
  reproduce: 'Log in to the portal API with the header `Origin: https://example.com`.',
}) {}

export class OperatorsOnly extends forbidden({
  code: 'OPERATORS_ONLY',
  description: 'The request, or one of its fields, requires the role `operator`.',
  reproduce: 'Log in as a developer, and list the accounts.',
}) {}

/** Developers get the same error for a tenant that they cannot see. */
export class TenantNotFound extends notFound({
  code: 'TENANT_NOT_FOUND',
  description: 'The tenant does not exist, or the person cannot see it.',
  reproduce: 'Get a tenant with a slug that does not exist.',
  message: (slug: string) => `There is no tenant "${slug}", or you cannot see it.`,
}) {}

export class MisdirectedRequest extends misdirected({
  code: 'MISDIRECTED_REQUEST',
  description: 'The host name belongs to the storefront of a tenant.',
  advice: 'Send API requests to the host name of the installation.',
  reproduce: 'Send an API request to the host `<slug>.localhost` of a tenant.',
  message: (host: string) =>
    `${host} serves the storefront of a tenant. Send API requests to the host name of the installation.`,
}) {}

/** Errors of every route that answers in the envelope. */
export const ENVELOPE_ERRORS = [NotAcceptable, MisdirectedRequest, ServiceUnavailable];
