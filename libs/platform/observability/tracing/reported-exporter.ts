import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../log/logger.js';

type Done = Parameters<SpanExporter['export']>[1];

/** 0 is success; an import of the enum would make another package a direct dependency. */
const SUCCESS = 0;

/** Logs one warning when the collector stops accepting spans, and one line when it accepts them again. */
export class ReportedExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans, result => {
      const isFailed = result.code !== SUCCESS;
      if (isFailed !== this.isFailing) this.report(result.error, isFailed);
      this.isFailing = isFailed;
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private report(error: Error | undefined, isFailed: boolean): void {
    if (isFailed)
      this.logger.warn({ reason: error?.message }, 'the trace collector does not accept spans; spans are lost');
    else this.logger.info('the trace collector accepts spans again');
  }
}
