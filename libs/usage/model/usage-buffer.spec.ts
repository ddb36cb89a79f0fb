import fc from 'fast-check';
import type { UsageEntry } from './usage-entry.js';
import { UsageBuffer } from './usage-buffer.js';

const entry = (n: number): UsageEntry => ({
  at: new Date(n),
  tenantId: 'ten_1',
  temporaryId: null,
  keyId: 'key_1',
  method: 'POST',
  route: '/',
  status: 200,
  code: null,
  durationMs: 1,
  mayHaveWaited: false,
  domain: null,
  orderId: null,
  faulted: null,
  requestId: String(n),
});

const ids = (entries: UsageEntry[]) => entries.map(({ requestId }) => Number(requestId));

describe('UsageBuffer', () => {
  it('returns entries in the order of arrival', () => {
    const buffer = new UsageBuffer(10);
    [1, 2, 3].forEach(n => buffer.add(entry(n)));
    expect(ids(buffer.takeOldest(2))).toEqual([1, 2]);
    expect(ids(buffer.takeOldest(2))).toEqual([3]);
    expect(buffer.size).toBe(0);
  });

  it('drops and counts the oldest entries when it is full', () => {
    const buffer = new UsageBuffer(3);
    for (let n = 1; n <= 10; n++) buffer.add(entry(n));
    expect(buffer.dropped).toBe(7);
    expect(ids(buffer.takeOldest(10))).toEqual([8, 9, 10]);
  });

  it('restores entries as far as there is room', () => {
    const buffer = new UsageBuffer(3);
    [1, 2, 3].forEach(n => buffer.add(entry(n)));
    const taken = buffer.takeOldest(3);
    [4, 5].forEach(n => buffer.add(entry(n)));
    buffer.restore(taken);
    expect(ids(buffer.takeOldest(10))).toEqual([3, 4, 5]);
    expect(buffer.dropped).toBe(2);
  });

  it('limits the memory of bodies, and drops those that have no room, not their entries', () => {
    const exchange = (size: number) => ({
      target: '/',
      requestHeaders: {},
      requestBody: undefined,
      responseHeaders: {},
      responseBody: 'x'.repeat(size),
    });
    const buffer = new UsageBuffer(10, 22_000);
    [8_000, 9_000, 1].forEach((size, n) => buffer.add({ ...entry(n), exchange: exchange(size) }));
    expect(buffer.withoutBodies).toBe(1);
    const taken = buffer.takeOldest(10, 10_000);
    expect(ids(taken)).toEqual([0]);
    buffer.add({ ...entry(3), exchange: exchange(1) });
    expect(buffer.takeOldest(10).map(({ exchange }) => exchange?.responseBody?.length)).toEqual([9_000, undefined, 1]);
    buffer.restore(taken);
    expect(buffer.takeOldest(10)[0]!.exchange).toBeDefined();
  });

  it('behaves like a bounded list', () => {
    const step = fc.oneof(
      fc.constant({ kind: 'add' as const }),
      fc.record({ kind: fc.constant('take' as const), most: fc.nat(6), fails: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const buffer = new UsageBuffer(4);
        let model: number[] = [];
        let dropped = 0;
        steps.forEach((current, n) => {
          if (current.kind === 'add') {
            model.push(n);
            buffer.add(entry(n));
            if (model.length > 4) dropped += model.splice(0, model.length - 4).length;
          } else {
            const taken = buffer.takeOldest(current.most);
            expect(ids(taken)).toEqual(model.slice(0, current.most));
            if (current.fails) buffer.restore(taken);
            else model = model.slice(current.most);
          }
          expect(buffer.size).toBe(model.length);
          expect(buffer.dropped).toBe(dropped);
        });
        expect(ids(buffer.takeOldest(100))).toEqual(model);
      }),
    );
  });
});
