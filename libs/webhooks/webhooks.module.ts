import { Module } from '@nestjs/common';
import { QueueModule } from '#platform/queue';
import { TenancyModule } from '#tenancy';
import { Deliveries } from './deliveries/deliveries.js';
import { DeliveriesPortalController } from './deliveries/deliveries.portal.controller.js';
import { FindDeliveries } from './deliveries/find-deliveries.js';
import { Attempts } from './delivering/attempts.js';
import { CheckEncryptionKey } from './delivering/check-encryption-key.js';
import { ContinueRecoveries } from './delivering/continue-recoveries.js';
import { Deliver } from './delivering/deliver.js';
import { DeliveryGauges } from './delivering/delivery-gauges.js';
import { FailingReceiversWorker, HealthyReceiversWorker } from './delivering/delivery.worker.js';
import { EnqueueDue } from './delivering/enqueue-due.js';
import { MarkDueReceivers } from './delivering/mark-due-receivers.js';
import { RecordBatch } from './delivering/record-batch.js';
import { QUEUES, ReceiverQueues } from './delivering/receiver-queues.js';
import { SendBatch } from './delivering/send-batch.js';
import { Cursors } from './long-polling/cursors.js';
import { EventReader } from './long-polling/event-reader.js';
import { EventSubscriptions } from './long-polling/event-subscriptions.js';
import { EventsController } from './long-polling/events.controller.js';
import { FollowEvents } from './long-polling/follow-events.js';
import { Receivers } from './receivers/receivers.js';
import { ReceiversController, ReceiversPortalController } from './receivers/receivers.controller.js';
import { SigningSecrets } from './signing-secrets.js';

const services = [Receivers, Deliveries, FindDeliveries];

/** Manages receivers and deliveries; used by the CLI and the portal. */
@Module({ imports: [TenancyModule], providers: [...services, SigningSecrets], exports: services })
export class WebhooksModule {}

/** Routes of the portal. The process seals secrets, so it must have the same encryption key as the workers. */
@Module({
  imports: [WebhooksModule],
  controllers: [ReceiversPortalController, DeliveriesPortalController],
  providers: [CheckEncryptionKey],
})
export class WebhooksPortalModule {}

/** Receivers in the API. */
@Module({ imports: [WebhooksModule], controllers: [ReceiversController] })
export class ReceiversApiModule {}

/** Sends deliveries; part of the worker. */
@Module({
  imports: [QueueModule.for(QUEUES.healthy, QUEUES.failing)],
  providers: [
    CheckEncryptionKey,
    MarkDueReceivers,
    ReceiverQueues,
    EnqueueDue,
    HealthyReceiversWorker,
    FailingReceiversWorker,
    Deliver,
    SendBatch,
    Attempts,
    SigningSecrets,
    RecordBatch,
    ContinueRecoveries,
  ],
})
export class DeliveringModule {}

/** Long polling for clients without a public address; part of the API process. */
@Module({ controllers: [EventsController], providers: [FollowEvents, EventReader, EventSubscriptions, Cursors] })
export class FollowingModule {}

/** Metrics of deliveries; part of each process that serves `/metrics`. */
@Module({ providers: [DeliveryGauges] })
export class DeliveryGaugesModule {}
