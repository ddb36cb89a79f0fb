import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { registerCleanup } from '../support/cleanup.js';

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } };
type Attributes = { key: string; value: Value }[];

interface ExportRequest {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: ExportedSpan[] }[] }[];
}

interface ExportedSpan extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind'> {
  attributes: Attributes;
  links?: { traceId: string; spanId: string }[];
}

export const KINDS = { server: 2, client: 3, consumer: 5 };

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  /** IDs of the linked spans. */
  links: string[];
  /** `service.name` of the resource. */
  service: unknown;
  /** `service.instance.id` of the resource. */
  instance: unknown;
}

/** Receives spans in OTLP over HTTP with JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** The `Authorization` of each export. */
  readonly authorizations: (string | undefined)[] = [];
  private server: Server | undefined;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, at the same port as before a stop. */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.authorizations.push(request.headers.authorization);
      void json(request).then(body => {
        this.add(body as ExportRequest);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
    registerCleanup(() => this.stop());
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }

  /** The only span with this name in a trace. */
  find(traceId: string, name: string): ReceivedSpan {
    const found = this.spans.filter(span => span.traceId === traceId && span.name === name);
    if (found.length !== 1)
      throw new Error(`${found.length} spans ${name} in ${JSON.stringify(this.spans.map(span => span.name))}`);
    return found[0]!;
  }

  private add({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          attributes: valuesOf(span.attributes),
          links: (span.links ?? []).map(({ spanId }) => spanId),
          service: valuesOf(resource.attributes)['service.name'],
          instance: valuesOf(resource.attributes)['service.instance.id'],
        });
  }
}

const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

const valueOf = ({ stringValue, intValue, arrayValue }: Value): unknown =>
  arrayValue ? arrayValue.values.map(valueOf) : (stringValue ?? intValue);
