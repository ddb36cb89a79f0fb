import fc from 'fast-check';
import { outcomeOf } from '../../support/outcome.js';
import type { Caller } from '../callers.js';
import type { Operation } from '../documents.js';
import type { Probe } from '../probe.js';
import { checkProperty, report } from '../property.js';
import { hostileSegment } from '../targets.js';

const roots = fc.constantFrom(
  '',
  '/api/v1',
  '/api/v1/sandbox',
  '/api/v1/sandbox/domains/search',
  '/api/v1/registrar',
  '/docs',
  '/docs/webhooks',
  '/health',
  '/metrics',
  '/portal/api',
  '/portal/api/tenants',
  '/portal/assets',
);
const segments = fc.oneof(hostileSegment, fc.constantFrom('', '.', '%2e%2e', 'api', 'v1', 'SANDBOX', 'openapi.json'));
const paths = fc
  .tuple(roots, fc.array(segments, { maxLength: 5 }))
  .map(([root, rest]) => [root, ...rest].join('/') || '/');
const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH');
const callers = fc.constantFrom<Caller[]>('key', 'operator', 'anonymous');

const REQUESTS = 250;

/** Generated requests to paths that mostly do not exist. */
export function describePaths(probe: () => Probe): void {
  it('to unknown paths get a response in the envelope', async () => {
    const outcomes: string[] = [];
    const subject = { name: 'paths', value: fc.tuple(paths, methods, callers), runs: REQUESTS };
    await checkProperty(subject, async ([path, method, caller]) => {
      const service = caller === 'operator' ? 'portal' : 'api';
      const operation: Operation = { id: '', service, method, path, parameters: [], body: undefined };
      const request = { caller, method, segments: {}, query: [], parameters: [], headers: [], body: undefined };
      outcomes.push(outcomeOf(await probe().answerTo(operation, request)));
    });
    report('paths', outcomes);
  });
}
