import { Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type Caller,
  CurrentPerson,
  ForTenant,
  Idempotent,
  withFaults,
  FaultableOperation,
  type Person,
  TheCaller,
  ThePortalCaller,
} from '#identity/access';
import { EmptyRequest, ValidBody } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, ApiPathId, Refuses } from '#platform/http/openapi';
import { AlreadyHeld, InvalidDomain, TransferPending, UnsupportedTld } from '#domains/model';
import { OrderNotFound, PriceNotAccepted } from '#orders';
import { ApiOrderId, OrderResult, OrderView } from '#orders/contract';
import { TransferRequest } from './contract.js';
import { DomainLocked, InvalidAuthCode, NotRegistered, OrderNotCancelable } from './model/errors.js';
import { PlaceTransfer } from './transfers/place-transfer.js';
import { UndecidedOrders } from './undecided-orders.js';

@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class RegistryController {
  constructor(
    private readonly placeTransfer: PlaceTransfer,
    private readonly undecided: UndecidedOrders,
  ) {}

  @Post('domains/transfer')
  @FaultableOperation('transfer', 'sandbox.order')
  @ApiOperation({
    summary: 'Order the transfer of a domain',
    description:
      'Records the intent to transfer a domain from another registrar at its current price. Domains that the catalogue calls `taken` can be transferred. The checkout of the order starts the transfer, which ends after a delay.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(201, OrderView, 'The new order.')
  @Refuses(
    InvalidDomain,
    UnsupportedTld,
    InvalidAuthCode,
    PriceNotAccepted,
    AlreadyHeld,
    TransferPending,
    NotRegistered,
    DomainLocked,
  )
  transferDomain(
    @TheCaller() caller: Caller,
    @ValidBody() request: TransferRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, request, () => this.placeTransfer.execute(caller, request, idempotent));
  }

  @Post('orders/:order_id/cancel')
  @FaultableOperation('cancel', 'sandbox.order')
  @ApiOperation({
    summary: 'Cancel an order',
    description:
      'Cancels a transfer before its end, or a registration that requires action, and refunds it. A repeated request returns the canceled order.',
  })
  @ApiOrderId()
  @ApiIdempotencyKey()
  @ApiAnswer(200, OrderResult, 'The canceled order.')
  @Refuses(OrderNotFound, OrderNotCancelable)
  cancelOrder(
    @TheCaller() caller: Caller,
    @Param('order_id') id: string,
    @ValidBody() _request: EmptyRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ) {
    return withFaults(caller, { order_id: id }, () => this.undecided.cancel(caller, id, idempotent));
  }
}

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/orders')
export class CancelPortalController {
  constructor(private readonly undecided: UndecidedOrders) {}

  @Post(':id/cancel')
  @ForTenant()
  @ApiOperation({
    summary: 'Cancel an order',
    description: 'Cancels a transfer before its end, or a registration that requires action, and refunds it.',
  })
  @ApiPathId('order', 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012')
  @ApiAnswer(200, OrderResult, 'The canceled order.')
  @Refuses(OrderNotFound, OrderNotCancelable)
  cancelOrder(
    @CurrentPerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @Param('id') id: string,
    @ValidBody() _request: EmptyRequest,
  ) {
    return this.undecided.cancel(caller, id, undefined, by);
  }
}
