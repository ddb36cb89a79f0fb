import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LoginLimits } from '#identity';
import { RequestLimits } from '#api-keys';
import { CheckOut } from '#checkout';
import { CheckDomains, SearchDomain } from '#domains';
import { OrderRenewal, OrderRepository, PlaceOrder } from '#orders';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { LOGGER, type Logger } from '#platform/observability/log';
import { Secrets } from '#platform/security/secrets';
import { FindRegistrations } from '#registry';
import { ShareLinks, Storefronts, Visitors } from '#storefront';
import { FindDeliveries } from '#webhooks';

/** The use cases behind the pages. */
export const servicesOf = (app: NestFastifyApplication) => ({
  check: app.get(CheckDomains),
  checkOut: app.get(CheckOut),
  clock: app.get(Clock),
  deliveries: app.get(FindDeliveries),
  limits: app.get(RequestLimits),
  loginLimits: app.get(LoginLimits),
  logger: app.get<Logger>(LOGGER),
  orderRenewal: app.get(OrderRenewal),
  orders: app.get(OrderRepository),
  placeOrder: app.get(PlaceOrder),
  findRegistrations: app.get(FindRegistrations),
  search: app.get(SearchDomain),
  secrets: app.get(Secrets),
  settings: app.get<Settings>(SETTINGS),
  shareLinks: app.get(ShareLinks),
  storefronts: app.get(Storefronts),
  visitors: app.get(Visitors),
});

export type Services = ReturnType<typeof servicesOf>;
