import type { CallOptions, IdempotentCallOptions } from '../options.js';
import { Pages } from '../pages.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Data, Query } from '../types.js';

/** An order. `failure` is present in the environment `live` only. */
type OrderData = Data<'getOrder'> & Partial<Pick<Data<'getOrderLive'>, 'failure'>>;

/** Orders of the tenant. */
export class Orders {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Throws `OrderNotFoundError` if the tenant has no such order. */
  get(orderId: string, options?: CallOptions): ResponsePromise<OrderData> {
    return this.#transport.call<'getOrder'>({ method: 'GET', path: `orders/${encodeURIComponent(orderId)}` }, options);
  }

  /** Cancels and refunds a transfer before its end, or a registration that requires action. */
  cancel(orderId: string, options?: IdempotentCallOptions): ResponsePromise<Data<'cancelOrder'>> {
    return this.#transport.call<'cancelOrder'>(
      { method: 'POST', path: `orders/${encodeURIComponent(orderId)}/cancel`, body: {}, isIdempotent: true },
      options,
    );
  }

  /** Orders, newest first. `limit` is the size of a page. */
  list(
    query: Query<'listOrders'> = {},
    options?: CallOptions,
  ): Pages<Data<'listOrders'>, Data<'listOrders'>['orders'][number]> {
    return new Pages(
      after =>
        this.#transport.call<'listOrders'>(
          { method: 'GET', path: 'orders', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.orders,
    );
  }
}
