import fc from 'fast-check';
import { InvalidFault } from './errors.js';
import { type Fault, readFault } from './fault.js';
import { faultHeader, parseFaultHeader } from './fault-header.js';

const phase = fc.constantFrom('before' as const, 'after' as const);

const webhook = fc.constant('webhook' as const);

const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('error' as const), code: fc.stringMatching(/^[A-Z][A-Z_]{2,20}$/), phase }),
  fc.record({ kind: fc.constant('delay' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constantFrom('hang' as const, 'reset' as const), phase }),
  fc.record({ kind: fc.constant('truncate' as const), bytes: fc.nat(65_536) }),
  fc.record({ kind: webhook, effect: fc.constant('duplicate' as const), times: fc.integer({ min: 2, max: 5 }) }),
  fc.record({ kind: webhook, effect: fc.constant('delay' as const), seconds: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: webhook, effect: fc.constantFrom('withhold', 'bad-signature', 'stale', 'reorder') }),
);

describe('a fault', () => {
  it('is the same in a header and in a rule', () => {
    fc.assert(
      fc.property(faults, fault => {
        expect(readFault({ ...fault })).toEqual(fault);
        expect(parseFaultHeader(faultHeader(fault))).toEqual(fault);
      }),
    );
  });

  it('happens before the operation unless it says otherwise', () => {
    expect(parseFaultHeader('reset')).toEqual({ kind: 'reset', phase: 'before' });
    expect(readFault({ kind: 'hang', phase: null })).toEqual({ kind: 'hang', phase: 'before' });
  });

  it.each([
    [{ effect: { toString: 1 } }, 'effect'],
    [{ effect: 'constructor' }, 'effect'],
    [{ effect: 'explode', times: 2 }, 'effect'],
    [{ effect: 'reorder', seconds: 2 }, 'seconds'],
  ])('of the kind webhook with %j is refused and names %s', (parameters, field) => {
    expect(() => readFault({ kind: 'webhook', ...parameters })).toThrow(`Invalid fault: ${field} `);
  });

  it('is read from any text, or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map(text => `error;${text}`),
          fc.string().map(text => `webhook;effect=${text}`),
        ),
        text => {
          try {
            expect(parseFaultHeader(text)).toHaveProperty('kind');
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidFault);
          }
        },
      ),
    );
  });
});
