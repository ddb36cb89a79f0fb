import { groupsOf, latenciesOf } from './minute-totals.js';
import type { UsageEntry } from './usage-entry.js';

const entry = (at: string, values: Partial<UsageEntry> = {}): UsageEntry => ({
  at: new Date(`2026-11-20T${at}Z`),
  tenantId: 'ten_1',
  temporaryId: null,
  keyId: 'key_1',
  method: 'GET',
  route: '/orders',
  status: 200,
  code: null,
  durationMs: 3,
  mayHaveWaited: false,
  requestId: 'req_1',
  domain: null,
  orderId: null,
  faulted: null,
  ...values,
});

describe('groupsOf', () => {
  it('counts requests of a minute that are alike', () => {
    const { groups, positions } = groupsOf([entry('10:00:00.000'), entry('10:01:00.000'), entry('10:00:59.999')]);
    expect(positions).toEqual([0, 1, 0]);
    expect(groups.map(({ minute, requests }) => [minute.toISOString(), requests])).toEqual([
      ['2026-11-20T10:00:00.000Z', 2],
      ['2026-11-20T10:01:00.000Z', 1],
    ]);
  });

  it('keeps requests apart that differ in tenant, key, method, route, status or code', () => {
    const different = {
      tenantId: 'ten_2',
      keyId: 'key_2',
      method: 'POST',
      route: '/search',
      status: 409,
      code: 'TAKEN',
    };
    const entries = [{}, ...Object.entries(different).map(([name, value]) => ({ [name]: value }))];
    expect(groupsOf(entries.map(values => entry('10:00:00', values))).positions).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('latenciesOf', () => {
  it('adds up latencies of a minute, tenant and route', () => {
    const entries = [entry('10:00:00'), entry('10:00:30', { keyId: 'key_2', status: 404 }), entry('10:01:00')];
    expect(latenciesOf(entries).map(({ buckets }) => buckets.total)).toEqual([2, 1]);
  });

  it('leaves out long polls', () => {
    expect(latenciesOf([entry('10:00:00', { mayHaveWaited: true })])).toEqual([]);
  });
});
