import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { createLogger } from '../log/logger.js';
import { ReportedExporter } from './reported-exporter.js';

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

const SUCCESS: Result = { code: 0 };
const FAILURE: Result = { code: 1, error: new Error('connect ECONNREFUSED') };

describe('ReportedExporter', () => {
  it('logs one line when the collector fails, and one when it works again', () => {
    const lines: object[] = [];
    const logger = createLogger('info', { write: line => void lines.push(JSON.parse(line) as object) });
    const results = [SUCCESS, FAILURE, FAILURE, FAILURE, SUCCESS, SUCCESS, FAILURE];
    const answers = results.values();
    const collector: SpanExporter = {
      export: (_spans, done) => done(answers.next().value!),
      shutdown: () => Promise.resolve(),
    };
    const exporter = new ReportedExporter(collector, logger);
    const passedOn: Result[] = [];
    for (const _ of results) exporter.export([], result => passedOn.push(result));
    expect(passedOn).toEqual(results);
    const warning = { level: 'warn', reason: 'connect ECONNREFUSED', msg: expect.stringContaining('does not accept') };
    expect(lines).toMatchObject([warning, { level: 'info', msg: expect.stringContaining('accepts') }, warning]);
  });
});
