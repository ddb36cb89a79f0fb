/** Generated from test/golden/openapi.json by test/architecture/client.spec.ts. Do not edit. */

export interface components {
  schemas: {
    AddFaultRequest: {
      /**
       * Format: duration
       * @description Lifetime of the rule in real time, at most `PT24H` (default `PT10M`).
       */
      expires_in?: string | null;
      /** @description How a request fails. Each kind has its own parameters. */
      fault: {
        /** @description Number of bytes of the body after which `truncate` ends the response, at least one less than it has. `Content-Length` is unchanged. */
        bytes?: number | null;
        /** @description Code of an `error`: one that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`. */
        code?: string | null;
        /**
         * @description Of `webhook`, for the event of a checkout. `duplicate`: each message is sent several times. `delay`: the first attempt is made later. `withhold`: there is no attempt, unless the delivery is resent. `bad-signature`: the signature of the first attempt is wrong. `stale`: the timestamp of the first attempt is 10 minutes old. `reorder`: the first attempt is made after that of the next event, 60 seconds later at most.
         * @enum {string|null}
         */
        effect?: "duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder" | null;
        /**
         * @description `error`: the response is an error. `delay`: it comes later. `hang`: there is none, until the client gives up or a minute has passed. `reset`: the connection is reset. `truncate`: the response breaks off. `webhook`: the request succeeds, and its event is delivered differently.
         * @enum {string|null}
         */
        kind?: "error" | "delay" | "hang" | "reset" | "truncate" | "webhook" | null;
        /** @description Milliseconds of a `delay`. */
        ms?: number | null;
        /**
         * @description Of `error`, `hang` and `reset`: `before`, nothing happens (default); `after`, the request takes effect, and then its response fails.
         * @enum {string|null}
         */
        phase?: "before" | "after" | null;
        /** @description Seconds of the effect `delay`, in real time. */
        seconds?: number | null;
        /** @description Number of times that `duplicate` sends a message (default 2). */
        times?: number | null;
      };
      /** @description Which requests fail; by default, all. */
      match?: components["schemas"]["FaultMatch"] | null;
      /** @description Number of matching requests before them that do not fail (default 0). */
      skip?: number | null;
      /** @description Number of requests that fail (default 1). */
      times?: number | null;
    };
    AdvanceRequest: {
      /**
       * Format: duration
       * @description Duration to move the clock by (ISO 8601, by the calendar in UTC). Send either `by` or `to`.
       */
      by?: string | null;
      /**
       * Format: date-time
       * @description Time to move the clock to, at most 20 years ahead of real time.
       */
      to?: string | null;
    };
    Amount: {
      /** @description Currency (ISO 4217). */
      currency: string;
      /** @description Price of all years, with at most two decimals. */
      total: number;
    };
    AmountState: {
      /**
       * @description Currency (ISO 4217).
       * @enum {string}
       */
      currency: "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY";
      /** @description Price of all years, with at most two decimals. */
      total: number;
    };
    AmountView: {
      /** @description Currency (ISO 4217). */
      currency: string;
      /** @description Amount paid, with at most two decimals. */
      total: number;
    };
    BrokenFieldView: {
      /** @description Dotted path of the field. */
      field: string;
      /** @description What the field must be. */
      message: string;
      /** @description Rule that refused the value, as in `meta.rule` of a search. Only present on `DOMAIN_TAKEN`. */
      rule?: string;
    };
    CheckoutRequest: {
      /** @description The `order_id` returned by the order call. */
      order_id: string;
      /** @description Simulated payment. */
      payment: components["schemas"]["PaymentRequest"];
    };
    CheckoutResult: {
      /** @description Registered or renewed domain. */
      domain: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      domain_status: "registered";
      /**
       * Format: date-time
       * @description `registered_at` plus the ordered years; for a renewal, the previous expiry plus the ordered years.
       */
      expires_at: string;
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description Order ID. */
      order_id: string;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the order.
       * @enum {string}
       */
      status: "paid";
    };
    ClockChanged: {
      /** @description The first 1,000 events that became due, in order of time. */
      happened: components["schemas"]["HappenedView"][];
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /**
       * @description How the clock relates to real time.
       * @enum {string}
       */
      mode: "real" | "frozen" | "running";
      /** @description Number of further events that became due. */
      more: number;
      /**
       * Format: date-time
       * @description Present time of the tenant.
       */
      now: string;
      /** @description Seconds that `now` is ahead of real time. */
      offset_seconds: number;
    };
    ClockState: {
      /**
       * @description How the clock relates to real time.
       * @enum {string}
       */
      mode: "real" | "frozen" | "running";
      /**
       * Format: date-time
       * @description Time of a frozen clock.
       */
      now?: string | null;
      /** @description Seconds that a running clock is ahead of real time. */
      offset_seconds?: number | null;
    };
    ClockView: {
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /**
       * @description How the clock relates to real time.
       * @enum {string}
       */
      mode: "real" | "frozen" | "running";
      /**
       * Format: date-time
       * @description Present time of the tenant.
       */
      now: string;
      /** @description Seconds that `now` is ahead of real time. */
      offset_seconds: number;
    };
    DomainExpiredMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["ExpiredDomain"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.expired";
    };
    DomainExpiringMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["ExpiringDomain"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.expiring";
    };
    DomainRegisteredMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["RegisteredDomain"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.registered";
    };
    DomainReleasedMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["ReleasedDomain"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.released";
    };
    DomainRenewedMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["RenewedDomain"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.renewed";
    };
    ExpectedDelivery: {
      /** @description Domain; patterns are not supported. */
      domain?: string | null;
      /**
       * @description Event type.
       * @enum {string|null}
       */
      event?: "domain.expired" | "domain.expiring" | "domain.registered" | "domain.released" | "domain.renewed" | null;
      /** @description Receiver (ID). */
      receiver?: string | null;
      /**
       * @description State of the delivery.
       * @enum {string|null}
       */
      state?: "pending" | "delivered" | "failed" | "skipped" | null;
    };
    ExpectedRequest: {
      /** @description Error code. */
      code?: string | null;
      /** @description Domain; patterns are not supported. */
      domain?: string | null;
      /**
       * @description Operation.
       * @enum {string|null}
       */
      operation?: "search" | "order" | "checkout" | "renew" | null;
      /** @description HTTP status. Lost responses have none; their code is `ANSWER_LOST`. */
      status?: number | null;
    };
    ExpiredDomain: {
      /** @description Domain of the registration. */
      domain: string;
      /**
       * Format: date-time
       * @description The end of the term that the event is about.
       */
      expires_at: string;
      /** @description Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      status: "expired";
      /** @description Slug of the tenant. */
      tenant: string;
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
    };
    ExpiringDomain: {
      /** @description Domain of the registration. */
      domain: string;
      /**
       * Format: date-time
       * @description The end of the term that the event is about.
       */
      expires_at: string;
      /** @description Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      status: "registered";
      /** @description Slug of the tenant. */
      tenant: string;
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
    };
    FaultList: {
      /** @description The rules, oldest first. */
      faults: components["schemas"]["FaultView"][];
    };
    FaultMatch: {
      /** @description Only this domain; a `*` at the start or end stands for any characters. A checkout is about the domain of its order. */
      domain?: string | null;
      /**
       * @description Only this operation. Without it, the rule applies to all four; an `error` only to those that document its code, and a `webhook` only to `checkout`.
       * @enum {string|null}
       */
      operation?: "search" | "order" | "checkout" | "renew" | null;
    };
    FaultParameters: {
      /** @description Number of bytes of the body that are sent. */
      bytes?: number;
      /** @description Error code. */
      code?: string;
      /**
       * @description Effect on the delivery of the event.
       * @enum {string}
       */
      effect?: "duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder";
      /**
       * @description Kind of the fault.
       * @enum {string}
       */
      kind: "error" | "delay" | "hang" | "reset" | "truncate" | "webhook";
      /** @description Milliseconds of a delay. */
      ms?: number;
      /**
       * @description Whether the request takes effect.
       * @enum {string}
       */
      phase?: "before" | "after";
      /** @description Seconds of a delayed delivery. */
      seconds?: number;
      /** @description Number of times that a message is sent. */
      times?: number;
    };
    FaultRemoved: {
      /** @description ID of the rule. */
      id: string;
      /**
       * @description Always true.
       * @enum {boolean}
       */
      removed: true;
    };
    FaultsRemoved: {
      /** @description Number of removed rules. */
      removed: number;
    };
    FaultState: {
      /**
       * Format: date-time
       * @description Real time of the creation (default: now).
       */
      created_at?: string | null;
      /**
       * Format: date-time
       * @description Real time at which the rule ends (default: in 10 minutes).
       */
      expires_at?: string | null;
      /** @description How a request fails. Each kind has its own parameters. */
      fault: {
        /** @description Number of bytes of the body after which `truncate` ends the response, at least one less than it has. `Content-Length` is unchanged. */
        bytes?: number | null;
        /** @description Code of an `error`: one that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`. */
        code?: string | null;
        /**
         * @description Of `webhook`, for the event of a checkout. `duplicate`: each message is sent several times. `delay`: the first attempt is made later. `withhold`: there is no attempt, unless the delivery is resent. `bad-signature`: the signature of the first attempt is wrong. `stale`: the timestamp of the first attempt is 10 minutes old. `reorder`: the first attempt is made after that of the next event, 60 seconds later at most.
         * @enum {string|null}
         */
        effect?: "duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder" | null;
        /**
         * @description `error`: the response is an error. `delay`: it comes later. `hang`: there is none, until the client gives up or a minute has passed. `reset`: the connection is reset. `truncate`: the response breaks off. `webhook`: the request succeeds, and its event is delivered differently.
         * @enum {string|null}
         */
        kind?: "error" | "delay" | "hang" | "reset" | "truncate" | "webhook" | null;
        /** @description Milliseconds of a `delay`. */
        ms?: number | null;
        /**
         * @description Of `error`, `hang` and `reset`: `before`, nothing happens (default); `after`, the request takes effect, and then its response fails.
         * @enum {string|null}
         */
        phase?: "before" | "after" | null;
        /** @description Seconds of the effect `delay`, in real time. */
        seconds?: number | null;
        /** @description Number of times that `duplicate` sends a message (default 2). */
        times?: number | null;
      };
      /** @description ID of the rule (default: a new one). */
      id?: string | null;
      /** @description Which requests fail; by default, all. */
      match?: components["schemas"]["FaultMatch"] | null;
      /** @description Number of matching requests so far, including skipped ones (default 0). */
      seen?: number | null;
      /** @description Number of matching requests before (default 0). */
      skip?: number | null;
      /** @description Number of requests that fail (default 1). */
      times?: number | null;
    };
    FaultView: {
      /**
       * Format: date-time
       * @description Real time of the creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Real time at which the rule ends.
       */
      expires_at: string;
      /** @description How they fail. */
      fault: components["schemas"]["FaultParameters"];
      /** @description ID of the rule. */
      id: string;
      /** @description Which requests fail. */
      match: components["schemas"]["MatchView"];
      /** @description Number of requests that will still fail. */
      remaining: number;
      /** @description Number of matching requests before them. */
      skip: number;
      /** @description Number of requests that fail. */
      times: number;
      /** @description Number of requests that have failed. */
      used: number;
    };
    FollowedEvent: {
      /** @description Data of the event. */
      data: components["schemas"]["ExpiredDomain"] | components["schemas"]["ExpiringDomain"] | components["schemas"]["RegisteredDomain"] | components["schemas"]["ReleasedDomain"] | components["schemas"]["RenewedDomain"];
      /** @description Event ID, the same as the `webhook-id` of a webhook. */
      id: string;
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "domain.expired" | "domain.expiring" | "domain.registered" | "domain.released" | "domain.renewed";
    };
    FollowedEvents: {
      /** @description Up to 100 events, oldest first. */
      events: components["schemas"]["FollowedEvent"][];
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description `after` of the next call. An opaque cursor. */
      next: string;
    };
    HappenedView: {
      /**
       * Format: date-time
       * @description Time at which the event was due.
       */
      at: string;
      /** @description Domain of the event. */
      domain: string;
      /** @description ID of the event. */
      event_id: string;
      /** @description Type of the event. */
      type: string;
    };
    JournalDelivery: {
      /**
       * Format: date-time
       * @description Real time at which the delivery was recorded.
       */
      at: string;
      /** @description Number of attempts. */
      attempts: number;
      /** @description Delivery ID. */
      delivery_id: string;
      /** @description Domain of the event, if any. */
      domain: string | null;
      /** @description Event type. */
      event: string;
      /** @description Event ID. */
      event_id: string;
      /** @description Receiver (ID). */
      receiver: string;
      /**
       * @description State of the delivery.
       * @enum {string}
       */
      state: "pending" | "delivered" | "failed" | "skipped";
    };
    JournalPage: {
      /** @description `after` of the next page; null on the last page. */
      next: string | null;
      /** @description Requests, oldest first. */
      requests: components["schemas"]["JournalRequest"][];
    };
    JournalRequest: {
      /**
       * Format: date-time
       * @description Real time of the response.
       */
      at: string;
      /** @description Error code; null on success. `ANSWER_LOST` if there was no response. */
      code: string | null;
      /** @description Domain of the request, if any. */
      domain: string | null;
      /** @description Duration in milliseconds. */
      duration_ms: number;
      /** @description Fault that changed the response: `header`, or the ID of a rule; null for others. */
      faulted: string | null;
      /** @description HTTP method. */
      method: string;
      /**
       * @description Operation; null for requests that only read.
       * @enum {string|null}
       */
      operation: "search" | "order" | "checkout" | "renew" | null;
      /** @description Order of the request, if any. */
      order_id: string | null;
      /** @description Path of the route. */
      path: string;
      /** @description `X-Request-Id` of the response. */
      request_id: string;
      /** @description HTTP status; null if a fault closed the connection before the response. */
      status: number | null;
    };
    MatchView: {
      /** @description Domain pattern in lower case. */
      domain?: string;
      /**
       * @description Operation.
       * @enum {string}
       */
      operation?: "search" | "order" | "checkout" | "renew";
    };
    NewReceiver: {
      /**
       * Format: date-time
       * @description Time when the receiver was added.
       */
      created_at: string;
      /** @description Description for people. */
      description: string;
      /** @description Event types that the receiver gets; an empty list means all. */
      events: string[];
      /**
       * Format: date-time
       * @description Time of the first failure since the last success; null if there was none.
       */
      failing_since: string | null;
      /** @description Receiver ID. */
      id: string;
      /**
       * Format: date-time
       * @description Time of the last successful delivery; null if there was none.
       */
      last_success_at: string | null;
      /** @description Why the receiver is off; null if it is on. */
      off_reason: string | null;
      /** @description Number of events that wait for their first attempt; 10001 means more than 10,000. */
      queued: number;
      /** @description Signing secret. Shown only once. */
      secret: string;
      /** @description Secrets that currently sign, newest first. */
      secrets: components["schemas"]["SecretView"][];
      /**
       * @description Whether events are sent to the receiver.
       * @enum {string}
       */
      state: "on" | "off";
      /** @description URL that events are sent to. */
      url: string;
    };
    NewReceiverRequest: {
      /** @description Description for people (up to 200 characters). */
      description?: string | null;
      /** @description Event types that the receiver gets; an empty list means all. */
      events?: string[] | null;
      /** @description URL that events are sent to. */
      url: string;
    };
    NewWorldRequest: {
      /** @description Clock of the world, as in `PUT …/clock`. */
      clock?: components["schemas"]["SetClockRequest"] | null;
      /**
       * @description What the world contains at first: nothing (default), or a copy of the state of the tenant.
       * @enum {string|null}
       */
      from?: "empty" | "copy" | null;
      /** @description Requests per minute of the world's key, at most those of the key that creates it (default). */
      limit?: number | null;
      /** @description Name for people (default: the slug). */
      name?: string | null;
      /**
       * Format: duration
       * @description Lifetime of the world, `PT1M` to `PT24H` (default `PT1H`).
       */
      ttl?: string | null;
    };
    NewWorldView: {
      /**
       * Format: date-time
       * @description Real time of the creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Real time at which the world ends.
       */
      expires_at: string;
      /** @description API key of the world. Shown only once. */
      key: string;
      /** @description Requests per minute of the key. */
      limit: number;
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description Name for people. */
      name: string;
      /** @description Permissions of the key. */
      permissions: string[];
      /** @description Slug of the world, for `X-Tenant`. */
      tenant: string;
    };
    OrderDetails: {
      /** @description Total price. */
      amount: components["schemas"]["Amount"];
      /**
       * Format: date-time
       * @description Time of the order.
       */
      created_at: string;
      /** @description Ordered domain in its normal form. */
      domain: string;
      /**
       * @description What the order pays for.
       * @enum {string}
       */
      kind: "registration" | "renewal";
      /** @description Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /** @description Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed. */
      owner: components["schemas"]["RegistrantDetails"] | null;
      /**
       * Format: date-time
       * @description Time of the payment; null if the order is not paid.
       */
      paid_at: string | null;
      /**
       * @description Status of the order.
       * @enum {string}
       */
      status: "created" | "paid";
      /** @description Years to register or renew the domain for. */
      years: number;
    };
    OrderList: {
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description `after` of the next page; null on the last page. */
      next: string | null;
      /** @description Orders, newest first. */
      orders: components["schemas"]["OrderDetails"][];
    };
    OrderRequest: {
      /** @description Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46). */
      domain: string;
      /** @description Registrant of the domain. */
      owner: components["schemas"]["Owner"];
      /** @description Years to register the domain for (1–10). */
      years: number;
    };
    OrderResult: {
      /** @description Total price. */
      amount: components["schemas"]["Amount"];
      /**
       * Format: date-time
       * @description Time of the order.
       */
      created_at: string;
      /** @description Ordered domain in its normal form. */
      domain: string;
      /**
       * @description What the order pays for.
       * @enum {string}
       */
      kind: "registration" | "renewal";
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /** @description Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed. */
      owner: components["schemas"]["RegistrantDetails"] | null;
      /**
       * Format: date-time
       * @description Time of the payment; null if the order is not paid.
       */
      paid_at: string | null;
      /**
       * @description Status of the order.
       * @enum {string}
       */
      status: "created" | "paid";
      /** @description Years to register or renew the domain for. */
      years: number;
    };
    OrderState: {
      /** @description Total price (default: the current price). */
      amount?: components["schemas"]["AmountState"] | null;
      /**
       * @description Where the order was placed (default `api`).
       * @enum {string|null}
       */
      channel?: "api" | "storefront" | "portal" | null;
      /**
       * Format: date-time
       * @description Time of the order (default: `paid_at`, otherwise the present time).
       */
      created_at?: string | null;
      /** @description Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46). */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration after the payment (default: `registered_at` plus the years).
       */
      expires_at?: string | null;
      /** @description Order ID (default: a new one). */
      order_id?: string | null;
      /** @description Registrant of the domain. */
      owner?: components["schemas"]["Owner"] | null;
      /**
       * Format: date-time
       * @description Time of the payment (default for a paid order: `created_at`); null for other orders.
       */
      paid_at?: string | null;
      /** @description Payment of a paid order (default: `test` with the order ID as reference); null for other orders. */
      payment?: components["schemas"]["PaymentState"] | null;
      /**
       * Format: date-time
       * @description Time of the registration after the payment (default: `paid_at`).
       */
      registered_at?: string | null;
      /** @description For a renewal, the order that registered the domain, or an empty string if its registration has none; null for other orders. */
      renews?: string | null;
      /**
       * @description Status of the order (default: `paid` with `paid_at` or `payment`, otherwise `created`).
       * @enum {string|null}
       */
      status?: "created" | "paid" | null;
      /** @description Ordered years (1–10, default 1). */
      years?: number | null;
    };
    OrderView: {
      /** @description Total price. */
      amount: components["schemas"]["Amount"];
      /**
       * Format: date-time
       * @description Time of the order.
       */
      created_at: string;
      /** @description Ordered domain in its normal form. */
      domain: string;
      /**
       * @description What the order pays for.
       * @enum {string}
       */
      kind: "registration" | "renewal";
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /**
       * @description A new order is not paid.
       * @enum {string}
       */
      status: "created";
      /** @description Years to register or renew the domain for. */
      years: number;
    };
    Owner: {
      /** @description Country code (ISO 3166-1 alpha-2) in upper or lower case. */
      country?: string | null;
      /**
       * Format: email
       * @description Email address of the registrant.
       */
      email: string;
      /** @description First name of the registrant. */
      first_name: string;
      /** @description Last name of the registrant. */
      last_name: string;
      /** @description Phone number: `+` and 7–15 digits; spaces, dots, dashes and brackets are allowed. */
      phone?: string | null;
    };
    OwnerView: {
      /**
       * Format: email
       * @description Email address of the registrant.
       */
      email: string;
    };
    PaymentRequest: {
      /**
       * @description Payment method. `test` succeeds, `test_declined` is declined.
       * @enum {string}
       */
      method: "test" | "test_declined";
      /** @description Your reference for the payment. A reference can be used for one order only. */
      reference: string;
    };
    PaymentState: {
      /**
       * @description Payment method.
       * @enum {string}
       */
      method: "test" | "test_declined";
      /** @description Reference of the payment, unique in the world. */
      reference: string;
    };
    PriceView: {
      /** @description Currency (ISO 4217). */
      currency: string;
      /** @description Price of the first year, with at most two decimals. */
      register: number;
      /** @description Price of each further year. */
      renew: number;
      /** @description Price of a transfer from another registrar. */
      transfer: number;
    };
    ReceiverList: {
      /** @description Receivers, oldest first. */
      receivers: components["schemas"]["ReceiverView"][];
    };
    ReceiverRemoved: {
      /**
       * @description Always true.
       * @enum {boolean}
       */
      removed: true;
    };
    ReceiverView: {
      /**
       * Format: date-time
       * @description Time when the receiver was added.
       */
      created_at: string;
      /** @description Description for people. */
      description: string;
      /** @description Event types that the receiver gets; an empty list means all. */
      events: string[];
      /**
       * Format: date-time
       * @description Time of the first failure since the last success; null if there was none.
       */
      failing_since: string | null;
      /** @description Receiver ID. */
      id: string;
      /**
       * Format: date-time
       * @description Time of the last successful delivery; null if there was none.
       */
      last_success_at: string | null;
      /** @description Why the receiver is off; null if it is on. */
      off_reason: string | null;
      /** @description Number of events that wait for their first attempt; 10001 means more than 10,000. */
      queued: number;
      /** @description Secrets that currently sign, newest first. */
      secrets: components["schemas"]["SecretView"][];
      /**
       * @description Whether events are sent to the receiver.
       * @enum {string}
       */
      state: "on" | "off";
      /** @description URL that events are sent to. */
      url: string;
    };
    RegisteredDomain: {
      /** @description Amount paid. */
      amount: components["schemas"]["AmountView"];
      /** @description Registered domain. */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration.
       */
      expires_at: string;
      /** @description Order that registered the domain. */
      order_id: string;
      /** @description Registrant of the domain. */
      owner: components["schemas"]["OwnerView"];
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      status: "registered";
      /** @description Slug of the tenant. */
      tenant: string;
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
      /** @description Registered years. */
      years: number;
    };
    RegistrantDetails: {
      /** @description Country code (ISO 3166-1 alpha-2) in upper case. */
      country?: string;
      /**
       * Format: email
       * @description Email address of the registrant.
       */
      email: string;
      /** @description First name of the registrant. */
      first_name: string;
      /** @description Last name of the registrant. */
      last_name: string;
      /** @description Phone number, as sent. */
      phone?: string;
    };
    RegistrationDetails: {
      /** @description Registered domain. */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration.
       */
      expires_at: string;
      /** @description Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the registration. An `expired` domain is still held by the tenant.
       * @enum {string}
       */
      status: "registered" | "expired";
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
      /** @description Years from `registered_at` to `expires_at`. */
      years: number;
    };
    RegistrationList: {
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description `after` of the next page; null on the last page. */
      next: string | null;
      /** @description Registrations, newest first. */
      registrations: components["schemas"]["RegistrationDetails"][];
    };
    RegistrationResult: {
      /** @description Registered domain. */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration.
       */
      expires_at: string;
      /** @description Origin of the result. */
      meta: components["schemas"]["Source"];
      /** @description Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the registration. An `expired` domain is still held by the tenant.
       * @enum {string}
       */
      status: "registered" | "expired";
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
      /** @description Years from `registered_at` to `expires_at`. */
      years: number;
    };
    RegistrationState: {
      /** @description Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46). */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration (default: a year after `registered_at`). Due dates in the past count as happened.
       */
      expires_at?: string | null;
      /** @description Order that registered the domain (default null: none). */
      order_id?: string | null;
      /**
       * Format: date-time
       * @description Time of the registration (default: the present time, or a year before `expires_at` if that is earlier).
       */
      registered_at?: string | null;
    };
    ReleasedDomain: {
      /** @description Domain of the registration. */
      domain: string;
      /**
       * Format: date-time
       * @description The end of the term that the event is about.
       */
      expires_at: string;
      /** @description Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      status: "released";
      /** @description Slug of the tenant. */
      tenant: string;
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
    };
    RenewalRequest: {
      /** @description Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46). */
      domain: string;
      /** @description Years to renew the registration for (1–10). */
      years: number;
    };
    RenewedDomain: {
      /** @description Amount paid. */
      amount: components["schemas"]["AmountView"];
      /** @description Renewed domain. */
      domain: string;
      /**
       * Format: date-time
       * @description End of the registration: `previous_expires_at` plus the renewed years.
       */
      expires_at: string;
      /** @description Order that renewed the domain. */
      order_id: string;
      /**
       * Format: date-time
       * @description End of the registration before the renewal.
       */
      previous_expires_at: string;
      /**
       * Format: date-time
       * @description Time of the registration.
       */
      registered_at: string;
      /**
       * @description Status of the domain.
       * @enum {string}
       */
      status: "registered";
      /** @description Slug of the tenant. */
      tenant: string;
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
      /** @description Renewed years. */
      years: number;
    };
    ResetView: {
      /** @description Number of removed orders. */
      orders: number;
      /** @description Number of removed payments. */
      payments: number;
      /** @description Number of removed registrations. */
      registrations: number;
    };
    RestoredView: {
      /** @description Number of fault rules. */
      faults: number;
      /** @description Number of orders. */
      orders: number;
      /** @description Number of payments. */
      payments: number;
      /** @description Number of registrations. */
      registrations: number;
    };
    SearchMeta: {
      /**
       * @description Rule that decided `status`. Catalogue: `reserved-name` (taken), `word` (a word between hyphens: `taken` or `registered` makes the domain taken, `premium` premium), `short-label` (up to two characters: premium), or `default` (available). `registered`: the tenant has registered the domain.
       * @enum {string}
       */
      rule: "default" | "reserved-name" | "word" | "short-label" | "registered";
      /** @description Name of the sandbox that answered. */
      source: string;
    };
    SearchRequest: {
      /** @description Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46). */
      domain: string;
    };
    SearchResult: {
      /** @description Origin of the result, and the rule that decided it. */
      meta: components["schemas"]["SearchMeta"];
      /** @description Prices of the domain; for a taken domain, the list prices of its TLD. */
      price: components["schemas"]["PriceView"];
      /** @description The domain in its normal form: lower case, A-labels. */
      query: string;
      /**
       * @description Availability. A `premium` domain is available at its own price.
       * @enum {string}
       */
      status: "available" | "taken" | "premium";
      /** @description Up to five available alternatives, best first. */
      suggestions: components["schemas"]["Suggestion"][];
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
      /** @description The domain in Unicode, if that differs from `query`. */
      unicode?: string;
    };
    SecretView: {
      /**
       * Format: date-time
       * @description Time when the secret was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when the secret stops signing; null for the current secret.
       */
      expires_at: string | null;
      /** @description First characters of the secret. */
      hint: string;
    };
    SetClockRequest: {
      /**
       * @description How the clock relates to real time. A `running` clock is ahead of it by `offset_seconds`.
       * @enum {string}
       */
      mode: "real" | "frozen" | "running";
      /**
       * Format: date-time
       * @description Time to set a frozen or running clock to (default: its present time). It cannot be set back.
       */
      now?: string | null;
    };
    Source: {
      /** @description Name of the sandbox that answered. */
      source: string;
    };
    Suggestion: {
      /** @description Suggested domain. */
      domain: string;
      /** @description Prices of the domain. */
      price: components["schemas"]["PriceView"];
      /**
       * @description Suggested domains are always available.
       * @enum {string}
       */
      status: "available";
      /** @description TLD of the domain, without a leading dot. */
      tld: string;
    };
    TestData: {
      /** @description Text for people. */
      message: string;
      /** @description Receiver of the test event. */
      receiver_id: string;
      /** @description Slug of the tenant. */
      tenant: string;
    };
    Verified: {
      /** @description Number of matches, counted up to 1000. */
      count: number;
      /** @description The first 10 matches, oldest first. */
      matches: (components["schemas"]["JournalRequest"] | components["schemas"]["JournalDelivery"])[];
      /** @description If there are too few matches: up to 3 others that match most of the fields, newest first. */
      nearest: (components["schemas"]["JournalRequest"] | components["schemas"]["JournalDelivery"])[];
      /** @description Whether the number is as expected. */
      satisfied: boolean;
    };
    VerifyRequest: {
      /**
       * Format: date-time
       * @description Counts only what is later than this real time (default: the last reset of the tenant, at most 24 hours ago).
       */
      after?: string | null;
      /** @description Counts the webhook deliveries that match all of these fields. A delivery exists from the outcome of its first attempt on. */
      delivery?: components["schemas"]["ExpectedDelivery"] | null;
      /** @description Counts the requests that match all of these fields. Send either `request` or `delivery`. */
      request?: components["schemas"]["ExpectedRequest"] | null;
      /** @description Expected number: exactly `n`, or `{"min": 1, "max": 3}`. `min` is 1 by default, and 0 if `max` is 0. Without `max`, there is no maximum. */
      times?: number | {
        max?: number | null;
        min?: number | null;
      } | null;
      /**
       * Format: duration
       * @description Maximum time to wait until the number is reached, at most `PT30S` (default `PT0S`).
       */
      within?: string | null;
    };
    WebhookTestMessage: {
      /** @description Data of the event. */
      data: components["schemas"]["TestData"];
      /**
       * Format: date-time
       * @description Time of the event.
       */
      timestamp: string;
      /**
       * @description Event type.
       * @enum {string}
       */
      type: "webhook.test";
    };
    WorldList: {
      /** @description Live worlds of the tenant, oldest first. */
      worlds: components["schemas"]["WorldView"][];
    };
    WorldRemoved: {
      /**
       * @description Always true.
       * @enum {boolean}
       */
      removed: true;
      /** @description Slug of the world. */
      tenant: string;
    };
    WorldSnapshot: {
      /** @description Clock of the world (default: unchanged). */
      clock?: components["schemas"]["ClockState"] | null;
      /** @description Fault rules that still apply, oldest first. */
      faults?: components["schemas"]["FaultState"][] | null;
      /** @description Orders, sorted by ID. */
      orders?: components["schemas"]["OrderState"][] | null;
      /** @description Registrations, sorted by domain. */
      registrations?: components["schemas"]["RegistrationState"][] | null;
      /** @description Version of the format; always 1. */
      version: number;
    };
    WorldView: {
      /**
       * Format: date-time
       * @description Real time of the creation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Real time at which the world ends.
       */
      expires_at: string;
      /** @description Name for people. */
      name: string;
      /** @description Number of orders. */
      orders: number;
      /** @description Number of registrations. */
      registrations: number;
      /** @description Slug of the world, for `X-Tenant`. */
      tenant: string;
    };
  };
}
export interface operations {
  getClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockView"];
        };
      };
    };
  };
  setClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetClockRequest"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockChanged"];
        };
      };
    };
  };
  advanceClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AdvanceRequest"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockChanged"];
        };
      };
    };
  };
  listFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultList"];
        };
      };
    };
  };
  addFault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddFaultRequest"];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultView"];
        };
      };
    };
  };
  removeAllFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultsRemoved"];
        };
      };
    };
  };
  removeFault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultRemoved"];
        };
      };
    };
  };
  listReceivers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReceiverList"];
        };
      };
    };
  };
  addReceiver: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewReceiverRequest"];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewReceiver"];
        };
      };
    };
  };
  removeReceiver: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ReceiverRemoved"];
        };
      };
    };
  };
  readJournal: {
    parameters: {
      query?: {
        /** @description `next` from the previous page, or a date and time: only requests that were answered later. */
        after?: string;
        /** @description Only responses with this error code. */
        code?: string;
        /** @description Only requests about this domain. */
        domain?: string;
        /** @description Only requests that a fault changed (`true`), or only others (`false`). */
        faulted?: "true" | "false";
        /** @description Maximum number of requests (1–200, default 50). */
        limit?: number;
        /** @description Only this operation. */
        operation?: "search" | "order" | "checkout" | "renew";
        /** @description Only requests about this order. */
        order_id?: string;
        /** @description Only responses with this status or status class; not lost ones, which have the code `ANSWER_LOST`. */
        status?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JournalPage"];
        };
      };
    };
  };
  verify: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["VerifyRequest"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Verified"];
        };
      };
    };
  };
  getWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldSnapshot"];
        };
      };
    };
  };
  restoreWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WorldSnapshot"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RestoredView"];
        };
      };
    };
  };
  resetWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ResetView"];
        };
      };
    };
  };
  listWorlds: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldList"];
        };
      };
    };
  };
  createWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewWorldRequest"];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NewWorldView"];
        };
      };
    };
  };
  endWorld: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorldRemoved"];
        };
      };
    };
  };
  checkOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CheckoutRequest"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckoutResult"];
        };
      };
    };
  };
  placeOrder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderRequest"];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderView"];
        };
      };
    };
  };
  renewDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RenewalRequest"];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderView"];
        };
      };
    };
  };
  searchDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SearchRequest"];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SearchResult"];
        };
      };
    };
  };
  followEvents: {
    parameters: {
      query?: {
        /** @description `next` from the previous response; default: only events from now on. */
        after?: string;
        /** @description Maximum time to wait for an event, in seconds; 0 returns at once (0–25, default 20). */
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FollowedEvents"];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** @description `next` from the previous page. */
        after?: string;
        /** @description Only orders whose domain starts with this text. */
        domain?: string;
        /** @description Maximum number of orders (1–200, default 50). */
        limit?: number;
        /** @description Only orders with this status. */
        status?: "created" | "paid";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderList"];
        };
      };
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["OrderResult"];
        };
      };
    };
  };
  listRegistrations: {
    parameters: {
      query?: {
        /** @description `next` from the previous page. */
        after?: string;
        /** @description Only domains that start with this text. */
        domain?: string;
        /** @description Only registrations that expire before this time. */
        expires_before?: string;
        /** @description Maximum number of registrations (1–200, default 50). */
        limit?: number;
        /** @description Only registrations with this status. */
        status?: "registered" | "expired";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RegistrationList"];
        };
      };
    };
  };
  getRegistration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RegistrationResult"];
        };
      };
    };
  };
}

/** Bodies of webhooks. */
export type WebhookMessage =
  | components['schemas']['DomainExpiredMessage']
  | components['schemas']['DomainExpiringMessage']
  | components['schemas']['DomainRegisteredMessage']
  | components['schemas']['DomainReleasedMessage']
  | components['schemas']['DomainRenewedMessage']
  | components['schemas']['WebhookTestMessage'];
