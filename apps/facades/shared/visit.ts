import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, withFaults, type OperationCall, type OperationName } from '#identity/access';
import { CheckOut } from '#checkout';
import { SearchDomain } from '#domains';
import type { SearchResult } from '#domains/contract';
import { type Order, OrderRenewal, OrderRepository, PlaceOrder } from '#orders';
import { OrderRequest, type OrderView, RenewalRequest } from '#orders/contract';
import { readFields } from '#platform/http';
import { PlaceTransfer, UndecidedOrders, UpdateRegistration } from '#registry';
import { TransferRequest, UpdateRegistrationRequest } from '#registry/contract';
import { FaultGuard } from '#testcontrol';

type Params = Record<'domain' | 'extension' | 'id' | 'name' | 'tld', string> & {
  account?: string;
  account_id?: string;
};

type PlacesOrder = Type<{ execute(caller: Caller, request: object, idempotent: undefined): Promise<OrderView> }>;

const PURCHASES: Record<'order' | 'renew' | 'transfer', { model: Type<object>; useCase: PlacesOrder }> = {
  order: { model: OrderRequest, useCase: PlaceOrder },
  renew: { model: RenewalRequest, useCase: OrderRenewal },
  transfer: { model: TransferRequest, useCase: PlaceTransfer },
};

/** A request to a facade. */
export class Visit {
  readonly caller: Caller;
  readonly tenant: Caller['tenant'];
  readonly params: Params;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  /** Status of the response, if it differs from the status in `Call`. */
  status?: number;

  constructor(
    private readonly app: NestFastifyApplication,
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    private readonly operations: readonly OperationName[],
  ) {
    this.caller = request.caller!;
    this.params = request.params as Params;
    this.query = request.query as Record<string, unknown>;
    this.body = (request.body ?? {}) as Record<string, unknown>;
    // Requires callers to confirm premium prices, as the providers do.
    const { tenant } = this.caller;
    this.tenant = this.caller.tenant = { ...tenant, registry: { ...tenant.registry, strict_prices: true } };
  }

  /** Returns a service of the application. */
  get<Service>(type: Type<Service>): Service {
    return this.app.get(type);
  }

  /** Runs an operation as a direct call of the API does: faults can intercept it, and the journal names it. */
  async run<Result>(operation: OperationName, call: OperationCall, work: () => Promise<Result>): Promise<Result> {
    const { caller, operations, request, reply } = this;
    request.operation = operation;
    delete caller.intercept;
    await this.get(FaultGuard).prepare({ caller, operation, operations, request, reply });
    return withFaults(caller, call, work);
  }

  search(domain: string): Promise<SearchResult> {
    return this.run('search', { domain }, () => this.get(SearchDomain).execute(this.caller, { domain }));
  }

  /** Places an order and pays it. `onPlaced` is called between order and payment. */
  async buy(
    operation: keyof typeof PURCHASES,
    fields: object,
    onPlaced?: (orderId: string) => Promise<void>,
  ): Promise<Order> {
    const { caller, tenant } = this;
    const { model, useCase } = PURCHASES[operation];
    const terms = readFields(model, fields);
    const place = () => this.get(useCase).execute(caller, terms, undefined);
    const { order_id } = await this.run(operation, terms, place);
    await onPlaced?.(order_id);
    caller.paymentReference = `facade:${order_id}`;
    const request = { order_id, payment: { method: 'test', reference: caller.paymentReference } } as const;
    await this.run('checkout', request, () => this.get(CheckOut).execute(caller, request, undefined));
    return this.get(OrderRepository).get(tenant.id, order_id);
  }

  async cancel(order_id: string): Promise<void> {
    const { caller } = this;
    await this.run('cancel', { order_id }, () => this.get(UndecidedOrders).cancel(caller, order_id, undefined));
  }

  /** Changes a registration. `onChanged` is part of the operation, so that it also runs if a fault loses the answer. */
  async update(domain: string, changes: object, onChanged?: () => Promise<void>): Promise<void> {
    const { caller } = this;
    const body = readFields(UpdateRegistrationRequest, changes, { strict: true });
    const request = { caller, domain, operation: 'update' } as const;
    await this.run('update', { domain }, async () => {
      await this.get(UpdateRegistration).execute(request, body);
      await onChanged?.();
    });
  }
}
