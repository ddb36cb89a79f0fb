import { compare, normalize } from './state.js';

const PURCHASE = { domain: 'my-shop.com', email: 'ada@example.com', token: 't0k3n' } as Parameters<typeof normalize>[1];

const differences = (one: object, other: object) =>
  compare(normalize(JSON.stringify(one), PURCHASE), normalize(JSON.stringify(other), PURCHASE), new Set());

describe('the states of two purchases', () => {
  it.each([
    [{ id: 'ord_019aa3b0c4d17e5f' }, { id: 'ord_019aa3b0c4d27f60' }],
    [{ id: 'turn_bJxqsZrcKDqPwmeTaXhLNg' }, { id: 'turn_QwmTzvUrPhKdNsXyLgeCbj' }],
    [{ id: 'cus_NffrFeUfNV2Hib' }, { id: 'cus_4QmTzvUrPhKdNs' }],
    [{ at: '2030-01-01T00:00:00Z' }, { at: '2031-02-03 04:05' }],
  ])('are the same apart from IDs and times: %j, %j', (one, other) => expect(differences(one, other)).toEqual([]));

  it('differ in the number of members whose names are IDs', () => {
    const charges = (...names: string[]) => ({
      charges: { currency: 'EUR', ...Object.fromEntries(names.map(name => [name, 9])) },
    });
    const [one, other] = ['ch_019aa3b0c4d17e5f', 'ch_019aa3b0c4d27f60'] as const;
    expect(differences(charges(one), charges(other))).toEqual([]);
    expect(differences(charges(one), charges(one, other))).toEqual([
      { path: 'charges.(id)', expected: 9, actual: [9, 9] },
    ]);
    expect(differences(charges(one, other), charges(other, 'ch_019aa3b0c4d37f61'))).toEqual([]);
  });

  it('differ in words with underscores', () => {
    const [one, other] = [{ status: 'action_required' }, { status: 'registry_rejected' }];
    expect(differences(one, other)).toEqual([
      { path: 'status', expected: 'action_required', actual: 'registry_rejected' },
    ]);
    expect(differences({ payment_reference: 1, order_reference: 2 }, { payment_reference: 1 })).toEqual([
      { path: 'order_reference', expected: 2, actual: undefined },
    ]);
  });
});
