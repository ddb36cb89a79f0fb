import { Module } from '@nestjs/common';
import { QueueModule } from '#platform/queue';
import { DeliveriesPortalController } from './deliveries/deliveries.portal.controller.js';
import { FindDeliveries } from './deliveries/find-deliveries.js';
import { Recover } from './deliveries/recover.js';
import { Resend } from './deliveries/resend.js';
import { SendTest } from './deliveries/send-test.js';
import { CheckKey } from './delivering/check-key.js';
import { Deliver } from './delivering/deliver.js';
import { FailingWorker, SteadyWorker } from './delivering/delivery.worker.js';
import { EnqueueDue } from './delivering/enqueue-due.js';
import { DeliveryGauges } from './delivering/gauges.js';
import { Housekeeping } from './delivering/housekeeping.js';
import { DELIVERIES } from './delivering/queue.js';
import { Settlements } from './delivering/settlements.js';
import { SwitchOff } from './delivering/switch-off.js';
import { FanOut } from './fan-out.js';
import { Cursors } from './following/cursors.js';
import { EventReader } from './following/event-reader.js';
import { EventSubscriptions } from './following/event-subscriptions.js';
import { EventsController } from './following/events.controller.js';
import { FollowEvents } from './following/follow-events.js';
import { AddReceiver } from './receivers/add-receiver.js';
import { ChangeReceiver } from './receivers/change-receiver.js';
import { ReceiversPortalController } from './receivers/receivers.portal.controller.js';
import { FindReceivers } from './receivers/find-receivers.js';
import { RotateSecret } from './receivers/rotate-secret.js';
import { SecretGenerator } from './receivers/secret-generator.js';
import { SigningSecrets } from './signing-secrets.js';
import { ReceiverRepository } from './storage/receiver.repository.js';

const doors = [AddReceiver, ChangeReceiver, RotateSecret, FindReceivers, FindDeliveries, Resend, Recover, SendTest];

/** For whoever manages receivers and looks at deliveries. */
@Module({ providers: [...doors, SecretGenerator, ReceiverRepository], exports: doors })
export class WebhooksModule {}

/** For the process that the portal is served by: it seals secrets that others must be able to open. */
@Module({
  imports: [WebhooksModule],
  controllers: [ReceiversPortalController, DeliveriesPortalController],
  providers: [CheckKey],
})
export class WebhooksPortalModule {}

/** For the process that sends. */
@Module({
  imports: [QueueModule.for(DELIVERIES.steady, DELIVERIES.failing)],
  providers: [
    FanOut,
    CheckKey,
    EnqueueDue,
    SteadyWorker,
    FailingWorker,
    Deliver,
    SigningSecrets,
    Settlements,
    SwitchOff,
    Housekeeping,
  ],
})
export class DeliveringModule {}

/** Long polling for clients without a public address; part of the API process. */
@Module({ controllers: [EventsController], providers: [FollowEvents, EventReader, EventSubscriptions, Cursors] })
export class FollowingModule {}

/** For the process that is asked for metrics. */
@Module({ providers: [DeliveryGauges] })
export class DeliveryGaugesModule {}
