export { Deliveries } from './deliveries/deliveries.js';
export { FindDeliveries } from './deliveries/find-deliveries.js';
export { type EventWithDeliveries } from './storage/events-of-subject.js';
export { EVENT_TYPES, SUBSCRIBABLE } from './events/catalogue.js';
export { WebhookTest } from './events/webhook-test.js';
export { MAX_QUEUED } from './model/delivery.js';
export { type Environment, ENVIRONMENTS } from './model/receiver.js';
export { newSecret } from './model/signature.js';
export { send } from './send.js';
export { type LoadedReceiver, receiversBehind } from './storage/due.js';
export { blockOf } from './model/wait-reason.js';
export { DEFAULT_OVERLAP_HOURS, Receivers } from './receivers/receivers.js';
export { countRecent, listRecent } from './storage/recent-deliveries.js';
export { webhooksStorage } from './storage/storage.js';
export {
  DeliveringModule,
  DeliveryGaugesModule,
  FollowingModule,
  ReceiversApiModule,
  WebhooksModule,
  WebhooksPortalModule,
} from './webhooks.module.js';
