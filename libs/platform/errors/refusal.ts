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

/** An answer of "no" with a meaning. `message` is public: it tells the caller what to mend. */
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
