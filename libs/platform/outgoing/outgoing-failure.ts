/**
 * Why no answer came:
 * - `blocked_address`: not a target that may be called, or a name that leads to one
 * - `dns_error`: the name has no address, or DNS did not tell it
 * - `connection_refused`: nothing listens there
 * - `unreachable`: there is no way to the host
 * - `connection_reset`: the receiver closed the connection instead of answering
 * - `tls_error`: the certificate is not good, or no secure connection came about
 * - `timeout`: no answer in time
 * - `invalid_answer`: what came is not HTTP, or more headers than anybody needs
 * - `interrupted`: the caller gave up, or the process stops; it says nothing about the receiver
 * - `failed`: anything else; the cause is for the log
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

/** A request that brought no answer. `message` is for whoever gave the address; it tells nothing about this house. */
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

const UNTRUSTED = 'The certificate does not lead to an authority that is trusted here; its chain may be incomplete.';

const NOT_HTTP = 'The answer is not sound HTTP.';

/** By the code that Node.js, OpenSSL or undici gave, or else the name, with the message behind it; the first that fits. */
const MEANINGS: [error: RegExp, reason: FailureReason, message: string][] = [
  [/^ECONNREFUSED:/, 'connection_refused', 'The receiver refused the connection.'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT):/, 'timeout', 'No connection to the receiver came about in time.'],
  [/^UND_ERR_SOCKET: bad/, 'invalid_answer', NOT_HTTP],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE):/, 'connection_reset', 'The receiver closed the connection without an answer.'],
  [/^(E(HOST|NET)UNREACH|EADDRNOTAVAIL|EACCES|EPERM):/, 'unreachable', 'There is no way to the receiver.'],
  [/^\w*SELF_SIGNED_CERT/, 'tls_error', 'The certificate is signed by itself.'],
  [/^CERT_HAS_EXPIRED:/, 'tls_error', 'The certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID:/, 'tls_error', 'The certificate is made out to another name.'],
  [/^UNABLE_TO_(GET_ISSUER|VERIFY)/, 'tls_error', UNTRUSTED],
  [/^(ERR_TLS|ERR_SSL|EPROTO:|\w*CERT)/, 'tls_error', 'No secure connection to the receiver came about.'],
  [/^UND_ERR_HEADERS_OVERFLOW:/, 'invalid_answer', 'The headers of the answer are too large.'],
  [/^(HPE_|HTTPParserError|UND_ERR_RES_|ERR_ASSERTION)/, 'invalid_answer', NOT_HTTP],
];

/** What an error says about the receiver. */
export function failureOf(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  if (error instanceof AggregateError) return failureOfAll(error);
  const { code, name, message: details } = error as NodeJS.ErrnoException;
  const found = MEANINGS.find(([pattern]) => pattern.test(`${code ?? name}: ${details}`));
  const [, reason, message] = found ?? ['', 'failed', 'The request could not be sent.'];
  return new OutgoingFailure(reason as FailureReason, message, { cause: error });
}

/** Of a name with several addresses: what happened at one that there is a way to tells more than that there is none. */
function failureOfAll(error: AggregateError): OutgoingFailure {
  const failures = error.errors.map(failureOf);
  const { reason, message } = failures.find(({ reason }) => reason !== 'unreachable') ?? failures[0]!;
  return new OutgoingFailure(reason, message, { cause: error });
}
