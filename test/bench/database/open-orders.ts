import type pg from 'pg';

/** More than anything here pays in a second. */
const MOST_A_SECOND = 16_000;

/** What to call the order with this number, and the name that it is for; in SQL, so that pgbench can say it too. */
export const ORDER_ID = (number: string) => `('ord_' || lpad(${number}, 32, '0'))`;
export const DOMAIN = (number: string) => `('paid-' || ${number} || '.com')`;

export interface OpenOrder {
  id: string;
  domain: string;
  reference: string;
}

const orderOf = (number: number): OpenOrder => ({
  id: `ord_${String(number).padStart(32, '0')}`,
  domain: `paid-${number}.com`,
  reference: `invoice-${number}`,
});

/** Orders that nobody has paid yet, placed in bulk before the clock starts. */
export class OpenOrders {
  private placed = 0;
  private taken = 0;

  constructor(
    private readonly database: pg.Pool,
    private readonly tenantId: string,
  ) {}

  /** Sees to it that there are as many as can be paid in so many seconds. */
  async placeFor(seconds: number): Promise<void> {
    const missing = Math.ceil(seconds * MOST_A_SECOND) - this.left;
    if (missing > 0) await this.place(missing);
  }

  /** All that are left, by their numbers; they are somebody else's from then on. */
  takeAll(): { first: number; count: number } {
    const all = { first: this.taken + 1, count: this.left };
    this.taken = this.placed;
    return all;
  }

  /** The next that nobody has paid. */
  take(): OpenOrder {
    if (this.left === 0) throw new Error('There were not enough orders to pay; MOST_A_SECOND wants to be higher.');
    return orderOf(++this.taken);
  }

  private get left(): number {
    return this.placed - this.taken;
  }

  private async place(count: number): Promise<void> {
    const [first, last] = [this.placed + 1, this.placed + count];
    await this.database.query(
      `INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at)
       SELECT ${ORDER_ID('n::text')}, $1, ${DOMAIN('n::text')}, 'com', 1, 'USD', 1199,
         '{"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}', 'created', now()
       FROM generate_series($2::int, $3::int) n`,
      [this.tenantId, first, last],
    );
    await this.database.query('ANALYZE orders.orders');
    this.placed = last;
  }
}
