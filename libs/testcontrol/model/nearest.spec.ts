import { nearestTo } from './nearest.js';

describe('the nearest entries', () => {
  const entries = [
    { id: 1, operation: 'order', domain: 'other.com', status: 201 },
    { id: 2, operation: 'search', domain: 'shop.com', status: 200 },
    { id: 3, operation: 'order', domain: 'shop.com', status: 409 },
    { id: 4, operation: 'order', domain: 'shop.com', status: 201 },
    { id: 5, operation: 'search', domain: 'other.com', status: 200 },
    { id: 6, operation: 'order', domain: 'shop.com', status: 422 },
  ];
  const idsNearestTo = (fields: Partial<(typeof entries)[0]>, limit = 3) =>
    nearestTo(fields, entries, limit).map(({ id }) => id);

  it('match most of the fields, and not all', () => {
    expect(idsNearestTo({ operation: 'order', domain: 'shop.com', status: 201 }, 9)).toEqual([1, 3, 6, 2]);
    expect(idsNearestTo({ operation: 'order', domain: 'shop.com', status: 201 })).toEqual([1, 3, 6]);
  });

  it('match at least one field', () => {
    expect(idsNearestTo({ operation: 'renew', domain: 'third.com' })).toEqual([]);
    expect(idsNearestTo({})).toEqual([]);
    expect(idsNearestTo({ operation: 'order', status: undefined })).toEqual([]);
  });
});
