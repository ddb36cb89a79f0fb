/** The OpenTelemetry SDK. Only `startTracing` loads this file, and only if a collector is configured. */
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VERSION } from '../../process/config/installation.js';
import type { Settings } from '../../process/config/settings.js';
import type { Logger } from '../log/logger.js';
import { ReportedExporter } from './reported-exporter.js';

/** Time to send the last spans at shutdown. */
const FLUSH_MS = 3_000;

/**
 * Registers a tracer provider that sends spans to the collector. The SDK itself reads the variables of the OpenTelemetry
 * specification: OTEL_EXPORTER_OTLP_*, OTEL_TRACES_SAMPLER, OTEL_BSP_*, OTEL_SERVICE_NAME and so on. Returns a function
 * that sends the last spans.
 */
export function startSdk({ serviceName, otlpEndpoint }: Settings, role: string, logger: Logger): () => Promise<void> {
  const name = `${serviceName}-${role}`;
  const defaults = resourceFromAttributes({ 'service.name': name, 'service.version': VERSION });
  // The SDK does not read OTEL_EXPORTER_OTLP_ENDPOINT_FILE.
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ??= otlpEndpoint;
  const exporter = new ReportedExporter(new OTLPTraceExporter(), logger);
  const provider = new BasicTracerProvider({
    resource: defaults.merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const timeout = new Promise<void>(resolve => setTimeout(resolve, FLUSH_MS).unref());
    await Promise.race([provider.shutdown().catch(() => {}), timeout]);
  };
}
