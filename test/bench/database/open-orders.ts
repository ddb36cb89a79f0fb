import type pg from 'pg';
import type { Caller } from './tenants.js';

/** More than any contender pays per second. */
const MAX_PER_SECOND = 16_000;

/** SQL for the id and the domain of an order by number, also used by pgbench. */
export const ORDER_ID = (number: string) => `('ord_' || lpad(${number}, 32, '0'))`;
export const DOMAIN = (number: string) => `('paid-' || ${number} || '.com')`;

export interface OpenOrder {
  id: string;
  domain: string;
  reference: string;
  /** The caller that owns the order. */
  caller: Caller;
}

/** Unpaid orders, inserted in bulk before measuring. */
export class OpenOrders {
  private placed = 0;
  private taken = 0;

  /** Orders belong to the callers' tenants in turns. */
  constructor(
    private readonly database: pg.Pool,
    private readonly callers: Caller[],
  ) {}

  /** Makes sure that there are enough orders for this many seconds. */
  async insertFor(seconds: number, more = 0): Promise<void> {
    const missing = Math.ceil(seconds * MAX_PER_SECOND) + more - (this.placed - this.taken);
    if (missing > 0) await this.place(missing);
  }

  private async place(count: number): Promise<void> {
    await this.database.query(
      `INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at)
       SELECT ${ORDER_ID('n::text')}, ($1::text[])[1 + n % cardinality($1::text[])], ${DOMAIN('n::text')}, 'com', 1,
         'USD', 1199, '{"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}', 'created', now()
       FROM generate_series($2::int, $3::int) n`,
      [this.callers.map(({ tenant }) => tenant.id), this.placed + 1, this.placed + count],
    );
    await this.database.query('VACUUM ANALYZE orders.orders');
    this.placed += count;
  }

  /** The next unpaid order. */
  take(): OpenOrder {
    if (this.taken === this.placed) throw new Error('Not enough orders; increase MAX_PER_SECOND.');
    const number = ++this.taken;
    return {
      id: `ord_${String(number).padStart(32, '0')}`,
      domain: `paid-${number}.com`,
      reference: `invoice-${number}`,
      caller: this.callers[number % this.callers.length]!,
    };
  }

  /** Hands over all remaining orders by number. */
  takeAll(): { first: number; count: number } {
    const all = { first: this.taken + 1, count: this.placed - this.taken };
    this.taken = this.placed;
    return all;
  }
}
