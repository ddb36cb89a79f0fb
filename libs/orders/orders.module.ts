import { Module } from '@nestjs/common';
import { FindOrders } from './find-orders.js';
import { OrdersController } from './orders.controller.js';
import { OrdersPortalController } from './orders.portal.controller.js';
import { PlaceOrder } from './place-order.js';
import { OrderRepository } from './storage/order.repository.js';

@Module({
  controllers: [OrdersController, OrdersPortalController],
  providers: [PlaceOrder, FindOrders, OrderRepository],
  exports: [OrderRepository],
})
export class OrdersModule {}
