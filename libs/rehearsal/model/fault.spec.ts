import fc from 'fast-check';
import { InvalidFault } from './errors.js';
import { type Fault, readFault } from './fault.js';
import { parseFaultHeader } from './fault-header.js';

const phase = fc.constantFrom('before' as const, 'after' as const);

const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('error' as const), code: fc.stringMatching(/^[A-Z][A-Z_]{2,20}$/), phase }),
  fc.record({ kind: fc.constant('delay' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constantFrom('hang' as const, 'reset' as const), phase }),
  fc.record({ kind: fc.constant('truncate' as const), bytes: fc.nat(65_536) }),
);

const headerOf = ({ kind, ...parameters }: Fault) =>
  [kind, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(';');

describe('a fault', () => {
  it('is the same in a header and in a rule', () => {
    fc.assert(
      fc.property(faults, fault => {
        expect(readFault({ ...fault })).toEqual(fault);
        expect(parseFaultHeader(headerOf(fault))).toEqual(fault);
      }),
    );
  });

  it('happens before the operation unless it says otherwise', () => {
    expect(parseFaultHeader('reset')).toEqual({ kind: 'reset', phase: 'before' });
    expect(readFault({ kind: 'hang', phase: null })).toEqual({ kind: 'hang', phase: 'before' });
  });

  it('is read from any text, or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map(text => `error;${text}`),
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
