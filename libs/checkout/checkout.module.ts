import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { CheckOut } from './check-out.js';
import { CheckoutController } from './checkout.controller.js';
import { Payments } from './storage/payments.js';

@Module({ imports: [OrdersModule, DomainsModule], controllers: [CheckoutController], providers: [CheckOut, Payments] })
export class CheckoutModule {}
