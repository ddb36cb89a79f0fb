import { Module } from '@nestjs/common';
import { DomainsModule } from '#domains';
import { OrdersModule } from '#orders';
import { TenancyModule } from '#tenancy';
import { CheckOut } from './check-out.js';
import { Decisions } from './decisions.js';
import { CheckoutController, RenewalPortalController } from './checkout.controller.js';
import { RenewDomain } from './renew-domain.js';
import { Payments } from './storage/payments.js';

@Module({
  imports: [TenancyModule, OrdersModule, DomainsModule],
  controllers: [CheckoutController, RenewalPortalController],
  providers: [CheckOut, Decisions, Payments, RenewDomain],
  exports: [CheckOut, Decisions],
})
export class CheckoutModule {}
