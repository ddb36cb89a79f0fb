import { Module } from '@nestjs/common';
import { FindOrders } from './find-orders.js';
import { OrdersController } from './orders.controller.js';
import { OrdersPortalController } from './orders.portal.controller.js';
import { PlaceOrder } from './place-order.js';
import { ReadOrders } from './read-orders.js';
import { OrderRepository } from './storage/order.repository.js';

@Module({
  controllers: [OrdersController, OrdersPortalController],
  providers: [PlaceOrder, ReadOrders, FindOrders, OrderRepository],
  exports: [OrderRepository],
})
export class OrdersModule {}
