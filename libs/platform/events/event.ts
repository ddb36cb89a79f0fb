/** A kind of fact, defined once by the module where it happens and imported by whoever hears it. */
export interface EventKind<Payload extends object> {
  readonly type: string;
  /** Never set: carries the payload's type to those who hear it. */
  readonly payload?: Payload;
}

/** One fact, as the bus hands it to a consumer. */
export interface Event<Payload extends object = object> {
  /** The same at every attempt, for every consumer. */
  id: string;
  type: string;
  tenantId: string;
  /** The id of the thing that it happened to. */
  key: string;
  occurredAt: Date;
  payload: Payload;
}

export function defineEvent<Payload extends object>(type: string): EventKind<Payload> {
  return { type };
}
