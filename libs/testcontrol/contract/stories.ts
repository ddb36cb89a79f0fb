import { DateTime, NullableDateTime, NullableText } from '#platform/contract';
import { FaultView } from './faults.js';
import { JournalDelivery, JournalRequest } from './journal.js';

/** An order in the story of a world. */
export class StoryOrder {
  /** Order ID. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Ordered domain. @example my-shop.com */
  domain: string;

  /** What was ordered: a registration, a renewal or a transfer. @example registration */
  kind: string;

  /** Status of the order: `created`, `paid` or `refunded`. @example paid */
  status: string;

  @NullableText('Status of the domain; null before the payment.', 'registered') domain_status: string | null;

  /** Time of the order by the clock of the world. */
  @DateTime() created_at: string;

  @NullableDateTime('Time of the payment by the clock of the world; null if it is not paid.') paid_at: string | null;
}

/** What happened in a world. */
export class WorldStory {
  /** Mode of the clock of the world: `real`, `running` or `frozen`. @example frozen */
  clock: string;

  /** Time by the clock of the world at its end, or now. */
  @DateTime() clock_now: string;

  /** The first 200 requests, oldest first. */
  requests: JournalRequest[];

  /** The first 200 orders, oldest first. */
  orders: StoryOrder[];

  /** The first 200 deliveries, oldest first. */
  deliveries: JournalDelivery[];

  /** The first 200 fault rules, oldest first. */
  faults: FaultView[];
}

export class WorldStoryView extends WorldStory {
  /** Slug of the world. @example w-k3x9m2p7q4r8t1v6 */
  tenant: string;

  /** Name for people. @example "renewal test" */
  name: string;

  /** Real time of the creation. */
  @DateTime() created_at: string;

  @NullableDateTime('Real time of the end; null while the world is live.') ended_at: string | null;
}

export class EndedWorld {
  /** Slug of the world. @example w-k3x9m2p7q4r8t1v6 */
  tenant: string;

  /** Name for people. @example "renewal test" */
  name: string;

  /** Real time of the end. */
  @DateTime() ended_at: string;
}

export class EndedWorldList {
  /** The last 200 worlds that ended in the last 7 days, newest first. */
  worlds: EndedWorld[];
}
