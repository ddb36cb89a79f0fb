import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, intercepted, type OperationCall, type OperationName } from '#identity/access';
import { CheckOut } from '#checkout';
import { type Order, OrderRepository } from '#orders';
import type { OrderView } from '#orders/contract';
import { readFields } from '#platform/http';
import { UpdateRegistration } from '#registry';
import { UpdateRegistrationRequest } from '#registry/contract';
import { FaultGuard } from '#testcontrol';

/** A request to a facade. */
export class Visit {
  readonly caller: Caller;
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;

  constructor(
    private readonly app: NestFastifyApplication,
    readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly operations: readonly OperationName[],
  ) {
    this.caller = request.caller!;
    this.params = request.params as Record<string, string>;
    this.query = request.query as Record<string, unknown>;
    this.body = (request.body ?? {}) as Record<string, unknown>;
    // Providers ask for a confirmation of premium prices.
    const { tenant } = this.caller;
    this.caller.tenant = { ...tenant, registry: { ...tenant.registry, strict_prices: true } };
  }

  get tenant() {
    return this.caller.tenant;
  }

  /** A service of the modules. */
  get<Service>(type: Type<Service>): Service {
    return this.app.get(type);
  }

  /** Sets the status of the response, which has this body. */
  answer<Body>(status: number, body: Body): Body {
    this.reply.status(status);
    return body;
  }

  /** Runs an operation as a direct call of the API does: faults can intercept it, and the journal names it. */
  async run<Result>(operation: OperationName, call: OperationCall, work: () => Promise<Result>): Promise<Result> {
    const { caller, operations, request, reply } = this;
    request.operation = operation;
    delete caller.intercept;
    await this.get(FaultGuard).prepare({ caller, operation, operations, request, reply });
    return intercepted(caller, call, work);
  }

  /** Places an order and pays it. `placed` is called in between. */
  async buy(
    operation: OperationName,
    call: OperationCall,
    place: () => Promise<OrderView>,
    placed?: (orderId: string) => Promise<void>,
  ): Promise<Order> {
    const { caller, tenant } = this;
    const { order_id } = await this.run(operation, call, place);
    await placed?.(order_id);
    caller.paymentReference = `facade:${order_id}`;
    const request = { order_id, payment: { method: 'test', reference: caller.paymentReference } } as const;
    await this.run('checkout', request, () => this.get(CheckOut).execute(caller, request, undefined));
    return this.get(OrderRepository).get(tenant.id, order_id);
  }

  /** Changes a registration. */
  async update(domain: string, changes: object) {
    const { caller } = this;
    const given = readFields(UpdateRegistrationRequest, changes, { strict: true });
    const request = { caller, domain, operation: 'update' } as const;
    return this.run('update', { domain }, () => this.get(UpdateRegistration).execute(request, given));
  }
}
