import { Injectable } from '@nestjs/common';
import type { Caller, OperationCall } from '#identity/access';
import { normalizeSearchTerm } from '#platform/model';
import { OrderRepository } from '#orders';

/** Finds out what a call is about. */
@Injectable()
export class CallSubject {
  constructor(private readonly orders: OrderRepository) {}

  /** Undefined if it is not known, for example because there is no such order. */
  async domainOf(tenantId: string, { domain, order_id }: OperationCall): Promise<string | undefined> {
    if (domain !== undefined) return normalizeSearchTerm(domain);
    return order_id === undefined ? undefined : (await this.orders.find(tenantId, order_id))?.domain;
  }

  /** Sets the domain and the order of a request for the log, because a fault can take the place of its operation. */
  async log(caller: Caller, call: OperationCall): Promise<void> {
    caller.domain = await this.domainOf(caller.tenant.id, call);
    if (caller.domain !== undefined) caller.orderId = call.order_id;
  }
}
