import { causeOfOutage, isDatabaseUnavailable } from './errors.js';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

describe('the cause of an outage', () => {
  it.each([
    [coded('53100'), 'disk full'],
    [coded('53300'), 'too many clients'],
    [coded('25006'), 'read-only server'],
    [coded('25P03'), 'idle in transaction'],
    [coded('57014'), 'statement timeout'],
    [coded('55P03'), 'lock timeout'],
    [coded('57P03'), 'server starts or stops'],
    [coded('40P01'), 'conflict of transactions'],
    [coded('ECONNREFUSED'), 'connection failed (ECONNREFUSED)'],
    [new AggregateError([coded('ECONNREFUSED')]), 'connection failed (ECONNREFUSED)'],
    [new Error('timeout exceeded when trying to connect'), 'timeout'],
    [new Error('Query read timeout'), 'timeout'],
    [new Error('Connection terminated unexpectedly'), 'connection lost'],
  ])('of %p is %s', (error, cause) => {
    expect([isDatabaseUnavailable(error), causeOfOutage(error)]).toEqual([true, cause]);
    expect(causeOfOutage(Object.assign(new Error('query failed'), { driverError: error }))).toBe(cause);
  });
});
