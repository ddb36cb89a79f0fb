interface Definition<Payload extends object, Data extends object> {
  /** Name of the event, for example `domain.registered`. It must never change. */
  type: string;
  /** Title for the OpenAPI document and the docs. */
  summary: string;
  description: string;
  /** OpenAPI model of `data`. */
  model: new () => Data;
  example: Data;
  /** The public `data` of an event, from the payload that was recorded. */
  dataOf(payload: Payload): Data;
}

/** A kind of event: its recorded payload and the message that receivers get. Declared by the module that records it. */
export class EventKind<Payload extends object = object, Data extends object = object> {
  readonly type: string;

  constructor(readonly definition: Definition<Payload, Data>) {
    this.type = definition.type;
  }

  /** The JSON that is sent to receivers. */
  messageOf(payload: Payload, occurredAt: Date): string {
    const data = this.definition.dataOf(payload);
    return JSON.stringify({ type: this.type, timestamp: occurredAt.toISOString(), data });
  }
}

/** An event as consumers get it. */
export interface Event<Payload extends object = object> {
  /** The same for all consumers and retries. */
  id: string;
  type: string;
  tenantId: string;
  /** ID of the subject of the event, for example an order. */
  key: string;
  occurredAt: Date;
  payload: Payload;
}
