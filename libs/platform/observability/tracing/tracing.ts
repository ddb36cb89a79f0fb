import {
  type Attributes,
  context,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import type { Settings } from '../../process/config/settings.js';
import type { Logger } from '../log/logger.js';

let tracer: Tracer | undefined;
let shutDown: (() => Promise<void>) | undefined;

/** Whether spans are recorded. Check it before computing anything for a span: it costs nothing while tracing is off. */
export const isTracing = (): boolean => tracer !== undefined;

/** Loads the SDK if a collector is configured. Call it before the application registers hooks. */
export async function startTracing(settings: Settings, role: 'api' | 'worker', logger: Logger): Promise<void> {
  if (settings.otlpEndpoint === undefined || tracer) return;
  const sdk = await import('./sdk.js');
  shutDown = sdk.startSdk(settings, role, logger);
  tracer = trace.getTracer('nameyard');
}

/** Sends the last spans. Never rejects, and takes 3 seconds at most. */
export async function stopTracing(): Promise<void> {
  tracer = undefined;
  await shutDown?.();
}

export interface SpanOptions {
  kind: SpanKind;
  attributes: Attributes;
  /** The span that caused this one; undefined for a new trace. */
  parent?: SpanContext;
  links?: SpanContext[];
}

/** Starts a span. Call it only while `isTracing()`. */
export function startSpan(name: string, { kind, attributes, parent, links = [] }: SpanOptions): Span {
  const origin = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const options = { kind, attributes, links: links.map(link => ({ context: link })) };
  return tracer?.startSpan(name, options, origin) ?? trace.wrapSpanContext(NO_SPAN);
}

/** Stands for the spans of work that is still running after tracing was shut down. */
const NO_SPAN = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: TraceFlags.NONE };

/** The context in which `currentSpan()` is this span. */
export const contextWith = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span);

/** Runs a function, and everything that it starts, in a context. */
export const runIn = <T>(scope: Context, work: () => T): T => context.with(scope, work);

/** Runs a function, and everything that it starts, in the trace of a span. */
export const runInTrace = <T>(parent: SpanContext | undefined, work: () => T): T =>
  runIn(parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT, work);

/** The span in whose context the code runs. */
export const currentSpan = (): SpanContext | undefined => trace.getSpanContext(context.active());

/** Ends a span with the error, if there was one. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    const { code, name } = error as { code?: unknown; name?: string };
    span.setAttribute('error.type', String(code ?? name));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

type Options = Omit<SpanOptions, 'parent' | 'links'>;

/**
 * Runs work that serves several requests in one span. The span has links to the spans of all requests, and is part of
 * the trace of the first recorded one. Call it only while `isTracing()`.
 */
export async function runInLinkedSpan<T>(
  name: string,
  options: Options,
  spans: (SpanContext | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const links = spans.filter(span => span !== undefined);
  const parent = links.find(({ traceFlags }) => (traceFlags & TraceFlags.SAMPLED) !== 0) ?? links[0];
  const span = startSpan(name, { ...options, parent, links });
  try {
    const result = await work();
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}
