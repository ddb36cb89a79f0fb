const BRAND = Symbol.for('@nameyard/client/error');

/**
 * Base class of all errors of this package. `instanceof` also recognizes the errors of another copy of the package, for
 * example one ESM and one CommonJS copy in the same process.
 */
export class NameyardError extends Error {
  /** Name of the class. Minifiers change `constructor.name`, but not this. */
  static readonly kind: string = 'NameyardError';
  /** Number of attempts of the call; undefined if the error was not thrown by a call. */
  attempts?: number;
  /** Idempotency key of the call; pass it again to repeat the call without a second effect. */
  idempotencyKey?: string;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    Object.defineProperty(this, 'name', { value: new.target.kind, configurable: true, writable: true });
  }

  /** The kinds of the class of this error and of its base classes. */
  get [BRAND](): string[] {
    const kinds: string[] = [];
    for (let type = this.constructor as typeof NameyardError; type.kind; type = Object.getPrototypeOf(type))
      kinds.push(type.kind);
    return kinds;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // Subclasses in other packages have no `kind` of their own.
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const brand = typeof value === 'object' && value !== null ? (value as { [BRAND]?: unknown })[BRAND] : undefined;
    return Array.isArray(brand) && brand.includes(this.kind);
  }
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class ConnectionError extends NameyardError {
  static override readonly kind: string = 'ConnectionError';
}

/** There was no complete response within the timeout. The request may have taken effect. */
export class TimeoutError extends NameyardError {
  static override readonly kind: string = 'TimeoutError';
}

/** The caller aborted the call by its `signal`; `cause` is the reason. The request may have taken effect. */
export class AbortError extends NameyardError {
  static override readonly kind: string = 'AbortError';
}
