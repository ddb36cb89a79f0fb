import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { TenancyModule } from '#tenancy';
import { FindOrders } from './find-orders.js';
import { OrderRenewal } from './order-renewal.js';
import { OrdersController, OrdersPortalController } from './orders.controller.js';
import { OrderTransaction } from './order-transaction.js';
import { PlaceOrder } from './place-order.js';
import { OrderRepository } from './storage/order.repository.js';

@Module({
  imports: [TenancyModule, DomainsModule],
  controllers: [OrdersController, OrdersPortalController],
  providers: [OrderTransaction, PlaceOrder, OrderRenewal, FindOrders, OrderRepository],
  exports: [OrderRepository, OrderRenewal, FindOrders, OrderTransaction],
})
export class OrdersModule {}
