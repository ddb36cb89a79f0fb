/** HTTP status of each family of errors (RFC 9110, section 15; 429 and 431: RFC 6585). */
export const STATUSES = {
  malformed: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  not_acceptable: 406,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  expectation: 417,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  not_implemented: 501,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const;

export type Family = keyof typeof STATUSES;

/** A refused field of a request; `field` is a dotted path such as `owner.email`. */
export interface BrokenField {
  field: string;
  message: string;
  /** The rule that refused the value, where the error names one. */
  rule?: string;
  /** The price that was refused. */
  amount?: { currency: string; total: number };
}

export interface RefusalExtras {
  /** All refused fields. */
  details?: BrokenField[];
  /** Text for the log only. */
  note?: string;
  /** Headers of the response, such as `Retry-After`. */
  headers?: Record<string, string>;
}

export interface ErrorSpec {
  family: Family;
  code: string;
  /** When the error is sent, as a sentence. */
  description: string;
  /** How to fix it, for the portal and the docs. */
  advice?: string;
  /** Whether the same request can succeed later. By default, only temporary statuses are retryable. */
  retryable: boolean;
  /** How to get the error on purpose, as a sentence for the docs. */
  reproduce: string;
  /** An example of `error.details`, if the error always has them. */
  details?: BrokenField[];
  /** The header that is sent with it; `Retry-After` means that a retry can succeed. */
  header?: 'Accept-Encoding' | 'Retry-After' | 'WWW-Authenticate';
  /** The value of the header, if it is always the same. */
  headerValue?: string;
}

/** A class of errors that routes can document with `@Refuses`. */
export interface ErrorType {
  readonly spec: ErrorSpec;
}

/** A request that the service refuses. `message` is public and says how to fix the request. */
export class Refusal extends Error {
  constructor(
    readonly family: Family,
    readonly code: string,
    message: string,
    readonly extras: RefusalExtras = {},
  ) {
    super(message);
    this.name = new.target.name;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return specOf(this.code)?.retryable ?? isTemporary(this.family);
  }

  /** Headers of the response: the declared header if it has a constant `headerValue`, and those of this instance. */
  get headers(): Record<string, string> {
    const { header, headerValue } = specOf(this.code) ?? {};
    return { ...(header && headerValue && { [header]: headerValue }), ...this.extras.headers };
  }
}

/** Request timeouts, rate limits and failures of the service. */
const isTemporary = (family: Family): boolean => {
  const status = STATUSES[family];
  return status === 408 || status === 429 || status >= 500;
};

const declared = new Map<string, ErrorSpec>();

/** The declaration of the error with this code. */
export const specOf = (code: string): ErrorSpec | undefined => declared.get(code);

/** Path of the documentation of an error. */
export const docsOf = (code: string): string => `/docs/errors#${code}`;

const messageOf = ({ description, advice }: ErrorSpec): string =>
  [description, advice].join(' ').trim().replaceAll('`', '');

type Declaration = Omit<ErrorSpec, 'family' | 'retryable'> & { retryable?: boolean };

type ErrorClass<Args extends unknown[]> = ErrorType & (new (...args: Args) => Refusal);

/**
 * Creates the base class of an error. `message` composes the message from the arguments of the constructor; without
 * `message`, the default message is the description and the advice. Errors with the same code extend the same class.
 */
function errorOf(family: Family) {
  function declare<Args extends unknown[]>(
    declaration: Declaration & { message: (...args: Args) => string },
  ): ErrorClass<Args>;
  function declare(declaration: Declaration): ErrorClass<[message?: string, extras?: RefusalExtras]>;
  function declare({ message, ...declaration }: Declaration & { message?: (...args: never[]) => string }): unknown {
    const spec: ErrorSpec = { family, retryable: isTemporary(family), ...declaration };
    if (declared.has(spec.code)) throw new Error(`The error ${spec.code} is declared twice`);
    declared.set(spec.code, spec);
    return class extends Refusal {
      static readonly spec = spec;

      constructor(...args: unknown[]) {
        const [text = messageOf(spec), extras] = message ? [message(...(args as never[]))] : args;
        super(family, spec.code, text as string, extras as RefusalExtras | undefined);
      }
    };
  }
  return declare;
}

export const malformed = errorOf('malformed');

/** Every 401 has a challenge, the value of `WWW-Authenticate` (RFC 9110, section 15.5.2). */
export const unauthenticated = ({ challenge, ...declaration }: Declaration & { challenge: string }) =>
  errorOf('unauthenticated')({ ...declaration, header: 'WWW-Authenticate', headerValue: challenge });

export const paymentRequired = errorOf('unpaid');
export const forbidden = errorOf('forbidden');
export const notFound = errorOf('not_found');
export const notAcceptable = errorOf('not_acceptable');
export const timeout = errorOf('timeout');
export const conflict = errorOf('conflict');
export const tooLarge = errorOf('too_large');
export const unsupportedMedia = errorOf('unsupported_media');
export const expectationFailed = errorOf('expectation');
export const misdirected = errorOf('misdirected');
export const invalid = errorOf('invalid');
export const tooMany = errorOf('too_many');
export const headersTooLarge = errorOf('headers_too_large');
export const internal = errorOf('internal');
export const notImplemented = errorOf('not_implemented');
export const badGateway = errorOf('bad_gateway');
export const unavailable = errorOf('unavailable');
export const gatewayTimeout = errorOf('gateway_timeout');

const RETRY_AFTER_SECONDS = 1;

/** Returns an error with its documented message and details, for simulated responses. */
export function exampleOf(spec: ErrorSpec): Refusal {
  const { family, code, header, headerValue = String(RETRY_AFTER_SECONDS), details } = spec;
  return new Refusal(family, code, messageOf(spec), { details, headers: header && { [header]: headerValue } });
}
