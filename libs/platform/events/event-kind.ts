interface Definition<Data extends object> {
  /** Name of the event, for example `domain.registered`. It must never change. */
  type: string;
  /** Title for the OpenAPI document and the docs. */
  summary: string;
  description: string;
  /** OpenAPI model of `data`. */
  model: new () => Data;
  example: Data;
}

/** A kind of event with its public data. Declared by the module that records it. */
export class EventKind<Data extends object = object> {
  readonly type: string;

  constructor(readonly definition: Definition<Data>) {
    this.type = definition.type;
  }
}

/** An event as consumers get it: without its body, which none of them needs. */
export interface Event {
  /** The same for all consumers and retries. */
  id: string;
  type: string;
  tenantId: string;
  /** Real time of the event. */
  recordedAt: Date;
  environment: 'sandbox' | 'live';
}
