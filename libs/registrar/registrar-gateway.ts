import { Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import type { CheckoutRequest, CheckoutResult } from '#checkout/contract';
import type { SearchRequest, SearchResult } from '#domains/contract';
import type { OrderRequest, OrderView } from '#orders/contract';
import { RegistrarNotConnected } from './model/errors.js';

/** A real registrar. To connect one, provide an implementation in place of `NotConnected`. */
export abstract class RegistrarGateway {
  readonly connected: boolean = true;

  abstract search(caller: Caller, request: SearchRequest): Promise<SearchResult>;
  abstract order(caller: Caller, request: OrderRequest): Promise<OrderView>;
  abstract checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutResult>;
}

/** The gateway of an installation without a registrar. */
@Injectable()
export class NotConnected extends RegistrarGateway {
  override readonly connected = false;

  async search(): Promise<never> {
    throw new RegistrarNotConnected();
  }
  async order(): Promise<never> {
    throw new RegistrarNotConnected();
  }
  async checkout(): Promise<never> {
    throw new RegistrarNotConnected();
  }
}
