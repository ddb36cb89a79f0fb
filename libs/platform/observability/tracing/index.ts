export { type Span, SpanKind } from '@opentelemetry/api';
export { currentSpan, endSpan, isTracing, runInTrace, startSpan, startTracing, stopTracing } from './tracing.js';
export { formatTraceparent, parseTraceparent } from './traceparent.js';
