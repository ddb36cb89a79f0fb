import type { BusinessTime } from '../process/clock/business-time.js';

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

/** The members of an event that `@OnEventHeader` consumers get. */
export interface EventHeader {
  /** The same for all consumers and retries. */
  id: string;
  type: string;
  tenantId: string;
}

/** An event as consumers get it. */
export interface Event<Data extends object = object> extends EventHeader {
  /** ID of the subject of the event, for example an order. */
  key: string;
  occurredAt: BusinessTime;
  /** Real time of the event. */
  recordedAt: Date;
  environment: 'sandbox' | 'live';
  /** The public data, as receivers get it. */
  data: Data;
}
