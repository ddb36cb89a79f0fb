/** Types of the API responses. */
export type { AuditEntry, AuditPage, PeopleView, PersonView, PersonWithPassword } from '#accounts/contract';
export type { KeysView as Keys, KeyView as Key, KeyWithValue, TryView as TryResult } from '#api-keys/contract';
export type { ResetResult } from '#checkout/contract';
export type { RegistrationEntry as DomainView, RegistrationsPage as DomainsPage } from '#domains/contract';
export type { OrderEntry as OrderView, OrdersPage } from '#orders/contract';
export type { RegistrarView, SwitchHistory as RegistrarHistory } from '#registrar/contract';
export type { TenantsView as Tenants, TenantView as Tenant } from '#tenancy/contract';
export type { ErrorsView, LatencyView, OverviewView, RequestsPage, RequestView, SeriesView } from '#usage/contract';
export type {
  AttemptView,
  DeliveriesPage,
  DeliveryDetail,
  DeliveryView,
  NewSecretView,
  ReceiversView,
  ReceiverView,
  ReceiverWithSecret,
  RecoveryView,
  TestDelivery,
} from '#webhooks/contract';

import type { KeyView, TryRequest } from '#api-keys/contract';

export type Scope = KeyView['scope'];
export type TryCall = TryRequest['call'];
