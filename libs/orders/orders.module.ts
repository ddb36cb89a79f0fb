import { Module } from '@nestjs/common';
import { OrdersController } from './orders.controller.js';
import { PlaceOrder } from './place-order.js';
import { OrderRepository } from './storage/order.repository.js';

@Module({ controllers: [OrdersController], providers: [PlaceOrder, OrderRepository], exports: [OrderRepository] })
export class OrdersModule {}
