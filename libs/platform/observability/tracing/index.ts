export { SpanKind } from '@opentelemetry/api';
export { endSpan, isTracing, startSpan, startTracing, stopTracing } from './tracing.js';
export { formatTraceparent, parseTraceparent } from './traceparent.js';
