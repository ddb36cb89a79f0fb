/**
 * Why there was no response:
 * - `blocked_address`: the URL is not allowed, or its host name resolves to a forbidden address
 * - `dns_error`: the host name has no address, or the lookup failed
 * - `connection_refused`: nothing listens on the port
 * - `unreachable`: there is no route to the host
 * - `connection_reset`: the receiver closed the connection instead of responding
 * - `tls_error`: the certificate is invalid, or the TLS handshake failed
 * - `timeout`: no response in time
 * - `invalid_answer`: the response is not valid HTTP, or its headers are too large
 * - `interrupted`: the caller aborted, or the process is shutting down; says nothing about the receiver
 * - `failed`: anything else; the cause is logged
 */
export type FailureReason =
  | 'blocked_address'
  | 'dns_error'
  | 'connection_refused'
  | 'unreachable'
  | 'connection_reset'
  | 'tls_error'
  | 'timeout'
  | 'invalid_answer'
  | 'interrupted'
  | 'failed';

/** A request without a response. `message` is shown to tenants and reveals nothing about the internal network. */
export class OutgoingFailure extends Error {
  override readonly name: string = 'OutgoingFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const UNTRUSTED_CERTIFICATE = 'The certificate is not issued by a trusted authority, or its chain is incomplete.';

const NOT_HTTP = 'The response is not valid HTTP.';

/** Matched against `code: message` or else `name: message` of errors of Node.js, OpenSSL and undici; the first match wins. */
const FAILURES: [error: RegExp, reason: FailureReason, message: string][] = [
  [/^ECONNREFUSED:/, 'connection_refused', 'The receiver refused the connection.'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT):/, 'timeout', 'The connection to the receiver timed out.'],
  [/^UND_ERR_SOCKET: bad/, 'invalid_answer', NOT_HTTP],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE):/, 'connection_reset', 'The receiver closed the connection without a response.'],
  [/^(E(HOST|NET)UNREACH|EADDRNOTAVAIL|EACCES|EPERM):/, 'unreachable', 'There is no route to the receiver.'],
  [/^\w*SELF_SIGNED_CERT/, 'tls_error', 'The certificate is self-signed.'],
  [/^CERT_HAS_EXPIRED:/, 'tls_error', 'The certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID:/, 'tls_error', 'The certificate is for a different host name.'],
  [/^UNABLE_TO_(GET_ISSUER|VERIFY)/, 'tls_error', UNTRUSTED_CERTIFICATE],
  [/^(ERR_TLS|ERR_SSL|EPROTO:|\w*CERT)/, 'tls_error', 'The TLS handshake with the receiver failed.'],
  [/^UND_ERR_HEADERS_OVERFLOW:/, 'invalid_answer', 'The headers of the response are too large.'],
  [/^(HPE_|HTTPParserError|UND_ERR_RES_|ERR_ASSERTION)/, 'invalid_answer', NOT_HTTP],
];

export function failureOf(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  if (error instanceof AggregateError) return failureOfAll(error);
  const { code, name, message: details } = error as NodeJS.ErrnoException;
  const found = FAILURES.find(([pattern]) => pattern.test(`${code ?? name}: ${details}`));
  const [, reason, message] = found ?? ['', 'failed', 'The request could not be sent.'];
  return new OutgoingFailure(reason as FailureReason, message, { cause: error });
}

/** For a host name with several addresses, prefers the failure of an address that can be reached. */
function failureOfAll(error: AggregateError): OutgoingFailure {
  const failures = error.errors.map(failureOf);
  const { reason, message } = failures.find(({ reason }) => reason !== 'unreachable') ?? failures[0]!;
  return new OutgoingFailure(reason, message, { cause: error });
}
