/** What a refusal means. `http/answer.ts` alone knows which status goes with which family. */
export type Family =
  | 'malformed'
  | 'unauthenticated'
  | 'unpaid'
  | 'forbidden'
  | 'not_found'
  | 'not_acceptable'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'misdirected'
  | 'invalid'
  | 'too_many'
  | 'unavailable';

/** One broken field of a request; `field` is a dotted path such as `owner.email`. */
export interface BrokenField {
  field: string;
  message: string;
}

export interface RefusalExtras {
  /** Every broken field at once; on validation errors only. */
  details?: BrokenField[];
  /** For the log, never for the caller. */
  note?: string;
  /** Headers that belong to the answer, such as `Retry-After`. */
  headers?: Record<string, string>;
}

/** What the API documents about an error. */
export interface ErrorSpec {
  code: string;
  /** When the error is sent, as a sentence. */
  description: string;
  /** How to fix it, for the portal and the docs. */
  advice?: string;
  /** The header that is sent with it. */
  header?: 'Retry-After' | 'WWW-Authenticate';
}

/** A class of errors that routes can document with `@Refuses`. */
export interface ErrorType {
  readonly spec: ErrorSpec & { family: Family };
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
}

const specs = new Map<string, ErrorSpec>();

/** The advice of the error with this code; undefined when the code is unknown or has none. */
export const adviceFor = (code: string): string | undefined => specs.get(code)?.advice;

/** Makes a base class of errors from everything the API documents about them. */
const errorOf = (family: Family) => (spec: ErrorSpec) => {
  specs.set(spec.code, spec);
  return class extends Refusal {
    static readonly spec = { ...spec, family };

    constructor(message: string, extras?: RefusalExtras) {
      super(family, spec.code, message, extras);
    }
  };
};

export const notAcceptable = errorOf('not_acceptable');
export const misdirected = errorOf('misdirected');
export const tooLarge = errorOf('too_large');
export const unsupportedMedia = errorOf('unsupported_media');
export const malformed = errorOf('malformed');
export const unauthenticated = errorOf('unauthenticated');
export const paymentRequired = errorOf('unpaid');
export const forbidden = errorOf('forbidden');
export const notFound = errorOf('not_found');
export const conflict = errorOf('conflict');
export const invalid = errorOf('invalid');
export const tooMany = errorOf('too_many');
export const unavailable = errorOf('unavailable');

/** 503: PostgreSQL or another resource is not available at the moment. */
export class ServiceUnavailable extends unavailable({
  code: 'SERVICE_UNAVAILABLE',
  description: 'The database is not available. Retry after the time in `Retry-After`.',
  header: 'Retry-After',
  advice: 'Retry after the time in `Retry-After`, with the same idempotency key if the request had one.',
}) {}

export class Malformed extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('malformed', code, message, extras);
  }
}

export class Unauthenticated extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('unauthenticated', code, message, extras);
  }
}

export class Unpaid extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('unpaid', code, message, extras);
  }
}

export class Forbidden extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('forbidden', code, message, extras);
  }
}

export class NotFound extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('not_found', code, message, extras);
  }
}

export class Conflict extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('conflict', code, message, extras);
  }
}

export class Invalid extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('invalid', code, message, extras);
  }
}

export class TooMany extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('too_many', code, message, extras);
  }
}

export class Unavailable extends Refusal {
  constructor(code: string, message: string, extras?: RefusalExtras) {
    super('unavailable', code, message, extras);
  }
}
