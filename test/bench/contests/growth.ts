import type { Pace } from '../load/drive.js';
import { atMost, type Row, row } from '../report/rows.js';
import { startWithTenants, startWithDomains } from '../servers/grown.js';
import { type Product, startProduct } from '../servers/product.js';
import type { Stage } from '../stage/stage.js';
import type { Contest } from './contest.js';
import { KINDS } from './kinds.js';

const EMPTY = 'an empty database';

/** The same product with databases of different sizes. */
const SIZES: Record<string, (stage: Stage) => Promise<Product>> = {
  [EMPTY]: stage => startProduct(stage, { name: EMPTY, owned: 0 }),
  '10,000 registrations': stage => startWithDomains(stage, 10_000),
  '1,000,000 registrations': stage => startWithDomains(stage, 1_000_000),
  '5,000,000 registrations': stage => startWithDomains(stage, 5_000_000),
  '10,000 tenants': stage => startWithTenants(stage, 10_000, 100),
};

/** Maximum ratio of the median durations. */
const MOST = 1.3;

const grown = Object.keys(SIZES).filter(size => size !== EMPTY);

export const GROWTH: Row[] = Object.keys(KINDS).flatMap(kind =>
  grown.map(size => row(`${kind} p50, ${size} ÷ ${EMPTY}`, kind, [size, EMPTY], atMost(MOST, undefined, 'p50'))),
);

export function growing(stage: Stage, pace: Pace): Contest[] {
  const products = new Map<string, Promise<Product>>();
  const at = (size: string): Promise<Product> => {
    const product = products.get(size) ?? SIZES[size]!(stage);
    products.set(size, product);
    return product;
  };
  return Object.entries(KINDS).map(([kind, turn]) => ({
    name: kind,
    contenders: Object.keys(SIZES).map(size => ({
      name: size,
      start: () => at(size),
      measure: async () => turn(pace)(await at(size)),
    })),
  }));
}
