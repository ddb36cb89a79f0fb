/** Generated from test/golden/openapi.json by test/architecture/client.spec.ts. Do not edit. */

export interface components {
  schemas: {
    AddFaultRequest: {
      /** Lifetime of the rule in real time, at most `PT24H` (default `PT10M`). */
      expires_in?: string | null;
      /** How a request fails. Each kind has its own parameters. */
      fault: {
        /** Number of bytes of the body after which `truncate` ends the response, at least one less than it has. `Content-Length` is unchanged. */
        bytes?: number | null;
        /** Code of an `error`: one that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`. */
        code?: string | null;
        /** Of `webhook`, for the event of a checkout. `duplicate`: each message is sent several times. `delay`: the first attempt is made later. `withhold`: there is no attempt, unless the delivery is resent. `bad-signature`: the signature of the first attempt is wrong. `stale`: the timestamp of the first attempt is 10 minutes old. `reorder`: the first attempt is made after that of the next event, 60 seconds later at most. */
        effect?: ("duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder") | null;
        /** `error`: the response is an error. `delay`: it comes later. `hang`: there is none, until the client gives up or a minute has passed. `reset`: the connection is reset. `truncate`: the response breaks off. `webhook`: the request succeeds, and its event is delivered differently. */
        kind?: ("error" | "delay" | "hang" | "reset" | "truncate" | "webhook") | null;
        /** Milliseconds of a `delay`. */
        ms?: number | null;
        /** Of `error`, `hang` and `reset`: `before`, nothing happens (default); `after`, the request takes effect, and then its response fails. */
        phase?: ("before" | "after") | null;
        /** Seconds of the effect `delay`, in real time. */
        seconds?: number | null;
        /** Number of times that `duplicate` sends a message (default 2). */
        times?: number | null;
      };
      /** Which requests fail; by default, all. */
      match?: components["schemas"]["FaultMatch"] | null;
      /** Number of matching requests before them that do not fail (default 0). */
      skip?: number | null;
      /** Number of requests that fail (default 1). */
      times?: number | null;
    };
    AdvanceRequest: {
      /** Duration to move the clock by (ISO 8601, by the calendar in UTC). Send either `by` or `to`. */
      by?: string | null;
      /** Time to move the clock to, at most 20 years ahead of real time. */
      to?: string | null;
    };
    Amount: {
      /** Currency (ISO 4217). */
      currency: string;
      /** Price of all years, with at most two decimals. */
      total: number;
    };
    AmountState: {
      /** Currency (ISO 4217). */
      currency: "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY";
      /** Price of all years, with at most two decimals. */
      total: number;
    };
    AmountView: {
      /** Currency (ISO 4217). */
      currency: string;
      /** Amount paid, with at most two decimals. */
      total: number;
    };
    BrokenFieldView: {
      /** Dotted path of the field. */
      field: string;
      /** What the field must be. */
      message: string;
      /** Rule that refused the value, as in `meta.rule` of a search. Only present on `DOMAIN_TAKEN`. */
      rule?: string;
    };
    CheckoutRequest: {
      /** The `order_id` returned by the order call. */
      order_id: string;
      /** Simulated payment. */
      payment: components["schemas"]["PaymentRequest"];
    };
    CheckoutResult: {
      /** Registered or renewed domain. */
      domain: string;
      /** Status of the domain. */
      domain_status: "registered";
      /** `registered_at` plus the ordered years; for a renewal, the previous expiry plus the ordered years. */
      expires_at: string;
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** Order ID. */
      order_id: string;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the order. */
      status: "paid";
    };
    ClockChanged: {
      /** The first 1,000 events that became due, in order of time. */
      happened: components["schemas"]["HappenedView"][];
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** How the clock relates to real time. */
      mode: "real" | "frozen" | "running";
      /** Number of further events that became due. */
      more: number;
      /** Present time of the tenant. */
      now: string;
      /** Seconds that `now` is ahead of real time. */
      offset_seconds: number;
    };
    ClockState: {
      /** How the clock relates to real time. */
      mode: "real" | "frozen" | "running";
      /** Time of a frozen clock. */
      now?: string | null;
      /** Seconds that a running clock is ahead of real time. */
      offset_seconds?: number | null;
    };
    ClockView: {
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** How the clock relates to real time. */
      mode: "real" | "frozen" | "running";
      /** Present time of the tenant. */
      now: string;
      /** Seconds that `now` is ahead of real time. */
      offset_seconds: number;
    };
    DomainExpiredMessage: {
      /** Data of the event. */
      data: components["schemas"]["ExpiredDomain"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.expired";
    };
    DomainExpiringMessage: {
      /** Data of the event. */
      data: components["schemas"]["ExpiringDomain"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.expiring";
    };
    DomainRegisteredMessage: {
      /** Data of the event. */
      data: components["schemas"]["RegisteredDomain"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.registered";
    };
    DomainReleasedMessage: {
      /** Data of the event. */
      data: components["schemas"]["ReleasedDomain"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.released";
    };
    DomainRenewedMessage: {
      /** Data of the event. */
      data: components["schemas"]["RenewedDomain"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.renewed";
    };
    ExpectedDelivery: {
      /** Domain; patterns are not supported. */
      domain?: string | null;
      /** Event type. */
      event?: ("domain.expired" | "domain.expiring" | "domain.registered" | "domain.released" | "domain.renewed") | null;
      /** Receiver (ID). */
      receiver?: string | null;
      /** State of the delivery. */
      state?: ("pending" | "delivered" | "failed" | "skipped") | null;
    };
    ExpectedRequest: {
      /** Error code. */
      code?: string | null;
      /** Domain; patterns are not supported. */
      domain?: string | null;
      /** Operation. */
      operation?: ("search" | "order" | "checkout" | "renew") | null;
      /** HTTP status. Lost responses have none; their code is `ANSWER_LOST`. */
      status?: number | null;
    };
    ExpiredDomain: {
      /** Domain of the registration. */
      domain: string;
      /** The end of the term that the event is about. */
      expires_at: string;
      /** Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the domain. */
      status: "expired";
      /** Slug of the tenant. */
      tenant: string;
      /** TLD of the domain, without a leading dot. */
      tld: string;
    };
    ExpiringDomain: {
      /** Domain of the registration. */
      domain: string;
      /** The end of the term that the event is about. */
      expires_at: string;
      /** Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the domain. */
      status: "registered";
      /** Slug of the tenant. */
      tenant: string;
      /** TLD of the domain, without a leading dot. */
      tld: string;
    };
    FaultList: {
      /** The rules, oldest first. */
      faults: components["schemas"]["FaultView"][];
    };
    FaultMatch: {
      /** Only this domain; a `*` at the start or end stands for any characters. A checkout is about the domain of its order. */
      domain?: string | null;
      /** Only this operation. Without it, the rule applies to all four; an `error` only to those that document its code, and a `webhook` only to `checkout`. */
      operation?: ("search" | "order" | "checkout" | "renew") | null;
    };
    FaultParameters: {
      /** Number of bytes of the body that are sent. */
      bytes?: number;
      /** Error code. */
      code?: string;
      /** Effect on the delivery of the event. */
      effect?: "duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder";
      /** Kind of the fault. */
      kind: "error" | "delay" | "hang" | "reset" | "truncate" | "webhook";
      /** Milliseconds of a delay. */
      ms?: number;
      /** Whether the request takes effect. */
      phase?: "before" | "after";
      /** Seconds of a delayed delivery. */
      seconds?: number;
      /** Number of times that a message is sent. */
      times?: number;
    };
    FaultRemoved: {
      /** ID of the rule. */
      id: string;
      /** Always true. */
      removed: true;
    };
    FaultsRemoved: {
      /** Number of removed rules. */
      removed: number;
    };
    FaultState: {
      /** Real time of the creation (default: now). */
      created_at?: string | null;
      /** Real time at which the rule ends (default: in 10 minutes). */
      expires_at?: string | null;
      /** How a request fails. Each kind has its own parameters. */
      fault: {
        /** Number of bytes of the body after which `truncate` ends the response, at least one less than it has. `Content-Length` is unchanged. */
        bytes?: number | null;
        /** Code of an `error`: one that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`. */
        code?: string | null;
        /** Of `webhook`, for the event of a checkout. `duplicate`: each message is sent several times. `delay`: the first attempt is made later. `withhold`: there is no attempt, unless the delivery is resent. `bad-signature`: the signature of the first attempt is wrong. `stale`: the timestamp of the first attempt is 10 minutes old. `reorder`: the first attempt is made after that of the next event, 60 seconds later at most. */
        effect?: ("duplicate" | "delay" | "withhold" | "bad-signature" | "stale" | "reorder") | null;
        /** `error`: the response is an error. `delay`: it comes later. `hang`: there is none, until the client gives up or a minute has passed. `reset`: the connection is reset. `truncate`: the response breaks off. `webhook`: the request succeeds, and its event is delivered differently. */
        kind?: ("error" | "delay" | "hang" | "reset" | "truncate" | "webhook") | null;
        /** Milliseconds of a `delay`. */
        ms?: number | null;
        /** Of `error`, `hang` and `reset`: `before`, nothing happens (default); `after`, the request takes effect, and then its response fails. */
        phase?: ("before" | "after") | null;
        /** Seconds of the effect `delay`, in real time. */
        seconds?: number | null;
        /** Number of times that `duplicate` sends a message (default 2). */
        times?: number | null;
      };
      /** ID of the rule (default: a new one). */
      id?: string | null;
      /** Which requests fail; by default, all. */
      match?: components["schemas"]["FaultMatch"] | null;
      /** Number of matching requests so far, including skipped ones (default 0). */
      seen?: number | null;
      /** Number of matching requests before (default 0). */
      skip?: number | null;
      /** Number of requests that fail (default 1). */
      times?: number | null;
    };
    FaultView: {
      /** Real time of the creation. */
      created_at: string;
      /** Real time at which the rule ends. */
      expires_at: string;
      /** How they fail. */
      fault: components["schemas"]["FaultParameters"];
      /** ID of the rule. */
      id: string;
      /** Which requests fail. */
      match: components["schemas"]["MatchView"];
      /** Number of requests that will still fail. */
      remaining: number;
      /** Number of matching requests before them. */
      skip: number;
      /** Number of requests that fail. */
      times: number;
      /** Number of requests that have failed. */
      used: number;
    };
    FollowedEvent: {
      /** Data of the event. */
      data: components["schemas"]["ExpiredDomain"] | components["schemas"]["ExpiringDomain"] | components["schemas"]["RegisteredDomain"] | components["schemas"]["ReleasedDomain"] | components["schemas"]["RenewedDomain"];
      /** Event ID, the same as the `webhook-id` of a webhook. */
      id: string;
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "domain.expired" | "domain.expiring" | "domain.registered" | "domain.released" | "domain.renewed";
    };
    FollowedEvents: {
      /** Up to 100 events, oldest first. */
      events: components["schemas"]["FollowedEvent"][];
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** `after` of the next call. An opaque cursor. */
      next: string;
    };
    HappenedView: {
      /** Time at which the event was due. */
      at: string;
      /** Domain of the event. */
      domain: string;
      /** ID of the event. */
      event_id: string;
      /** Type of the event. */
      type: string;
    };
    JournalDelivery: {
      /** Real time at which the delivery was recorded. */
      at: string;
      /** Number of attempts. */
      attempts: number;
      /** Delivery ID. */
      delivery_id: string;
      /** Domain of the event, if any. */
      domain: string | null;
      /** Event type. */
      event: string;
      /** Event ID. */
      event_id: string;
      /** Receiver (ID). */
      receiver: string;
      /** State of the delivery. */
      state: "pending" | "delivered" | "failed" | "skipped";
    };
    JournalPage: {
      /** `after` of the next page; null on the last page. */
      next: string | null;
      /** Requests, oldest first. */
      requests: components["schemas"]["JournalRequest"][];
    };
    JournalRequest: {
      /** Real time of the response. */
      at: string;
      /** Error code; null on success. `ANSWER_LOST` if there was no response. */
      code: string | null;
      /** Domain of the request, if any. */
      domain: string | null;
      /** Duration in milliseconds. */
      duration_ms: number;
      /** Fault that changed the response: `header`, or the ID of a rule; null for others. */
      faulted: string | null;
      /** HTTP method. */
      method: string;
      /** Operation; null for requests that only read. */
      operation: ("search" | "order" | "checkout" | "renew") | null;
      /** Order of the request, if any. */
      order_id: string | null;
      /** Path of the route. */
      path: string;
      /** `X-Request-Id` of the response. */
      request_id: string;
      /** HTTP status; null if a fault closed the connection before the response. */
      status: number | null;
    };
    MatchView: {
      /** Domain pattern in lower case. */
      domain?: string;
      /** Operation. */
      operation?: "search" | "order" | "checkout" | "renew";
    };
    NewReceiver: {
      /** Time when the receiver was added. */
      created_at: string;
      /** Description for people. */
      description: string;
      /** Event types that the receiver gets; an empty list means all. */
      events: string[];
      /** Time of the first failure since the last success; null if there was none. */
      failing_since: string | null;
      /** Receiver ID. */
      id: string;
      /** Time of the last successful delivery; null if there was none. */
      last_success_at: string | null;
      /** Why the receiver is off; null if it is on. */
      off_reason: string | null;
      /** Number of deliveries that wait for another attempt; 10001 means more than 10,000. */
      pending: number;
      /** Number of events that wait for their first attempt; 10001 means more than 10,000. */
      queued: number;
      /** Signing secret. Shown only once. */
      secret: string;
      /** Secrets that currently sign, newest first. */
      secrets: components["schemas"]["SecretView"][];
      /** Whether events are sent to the receiver. */
      state: "on" | "off";
      /** URL that events are sent to. */
      url: string;
    };
    NewReceiverRequest: {
      /** Description for people (up to 200 characters). */
      description?: string | null;
      /** Event types that the receiver gets; an empty list means all. */
      events?: string[] | null;
      /** URL that events are sent to. */
      url: string;
    };
    NewWorldRequest: {
      /** Clock of the world, as in `PUT …/clock`. */
      clock?: components["schemas"]["SetClockRequest"] | null;
      /** What the world contains at first: nothing (default), or a copy of the state of the tenant. */
      from?: ("empty" | "copy") | null;
      /** Requests per minute of the world's key, at most those of the key that creates it (default). */
      limit?: number | null;
      /** Name for people (default: the slug). */
      name?: string | null;
      /** Lifetime of the world, `PT1M` to `PT24H` (default `PT1H`). */
      ttl?: string | null;
    };
    NewWorldView: {
      /** Real time of the creation. */
      created_at: string;
      /** Real time at which the world ends. */
      expires_at: string;
      /** API key of the world. Shown only once. */
      key: string;
      /** Requests per minute of the key. */
      limit: number;
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** Name for people. */
      name: string;
      /** Permissions of the key. */
      permissions: string[];
      /** Slug of the world, for `X-Tenant`. */
      tenant: string;
    };
    OrderDetails: {
      /** Total price. */
      amount: components["schemas"]["Amount"];
      /** Time of the order. */
      created_at: string;
      /** Ordered domain in its normal form. */
      domain: string;
      /** What the order pays for. */
      kind: "registration" | "renewal";
      /** Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /** Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed. */
      owner: components["schemas"]["RegistrantDetails"] | null;
      /** Time of the payment; null if the order is not paid. */
      paid_at: string | null;
      /** Status of the order. */
      status: "created" | "paid";
      /** Years to register or renew the domain for. */
      years: number;
    };
    OrderList: {
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** `after` of the next page; null on the last page. */
      next: string | null;
      /** Orders, newest first. */
      orders: components["schemas"]["OrderDetails"][];
    };
    OrderRequest: {
      /** Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted. */
      domain: string;
      /** Registrant of the domain. */
      owner: components["schemas"]["Owner"];
      /** Years to register the domain for (1–10). */
      years: number;
    };
    OrderResult: {
      /** Total price. */
      amount: components["schemas"]["Amount"];
      /** Time of the order. */
      created_at: string;
      /** Ordered domain in its normal form. */
      domain: string;
      /** What the order pays for. */
      kind: "registration" | "renewal";
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /** Registrant of the domain; for a renewal, that of the order that registered it, or null if that was removed. */
      owner: components["schemas"]["RegistrantDetails"] | null;
      /** Time of the payment; null if the order is not paid. */
      paid_at: string | null;
      /** Status of the order. */
      status: "created" | "paid";
      /** Years to register or renew the domain for. */
      years: number;
    };
    OrderState: {
      /** Total price (default: the current price). */
      amount?: components["schemas"]["AmountState"] | null;
      /** Where the order was placed (default `api`). */
      channel?: ("api" | "storefront" | "portal") | null;
      /** Time of the order (default: `paid_at`, otherwise the present time). */
      created_at?: string | null;
      /** Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted. */
      domain: string;
      /** End of the registration after the payment (default: `registered_at` plus the years). */
      expires_at?: string | null;
      /** Order ID (default: a new one). */
      order_id?: string | null;
      /** Registrant of the domain. */
      owner?: components["schemas"]["Owner"] | null;
      /** Time of the payment (default for a paid order: `created_at`); null for other orders. */
      paid_at?: string | null;
      /** Payment of a paid order (default: `test` with the order ID as reference); null for other orders. */
      payment?: components["schemas"]["PaymentState"] | null;
      /** Time of the registration after the payment (default: `paid_at`). */
      registered_at?: string | null;
      /** For a renewal, the order that registered the domain, or an empty string if its registration has none; null for other orders. */
      renews?: string | null;
      /** Status of the order (default: `paid` with `paid_at` or `payment`, otherwise `created`). */
      status?: ("created" | "paid") | null;
      /** Ordered years (1–10, default 1). */
      years?: number | null;
    };
    OrderView: {
      /** Total price. */
      amount: components["schemas"]["Amount"];
      /** Time of the order. */
      created_at: string;
      /** Ordered domain in its normal form. */
      domain: string;
      /** What the order pays for. */
      kind: "registration" | "renewal";
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** Order ID. Opaque; IDs sort by creation time. */
      order_id: string;
      /** A new order is not paid. */
      status: "created";
      /** Years to register or renew the domain for. */
      years: number;
    };
    Owner: {
      /** Country code (ISO 3166-1 alpha-2) in upper or lower case. */
      country?: string | null;
      /** Email address of the registrant: at most 254 bytes, 64 before the `@`, with characters of any script (RFC 6531); the part after the `@` is a domain by IDNA 2008. */
      email: string;
      /** First name of the registrant. */
      first_name: string;
      /** Last name of the registrant. */
      last_name: string;
      /** Phone number: `+` and 7–15 digits; spaces, dots, dashes, slashes and parentheses of any kind are allowed. An extension of up to 15 digits follows `x`, `ext.`, `;ext=` or `#`. Returned as sent, without invisible characters. */
      phone?: string | null;
    };
    OwnerView: {
      /** Email address of the registrant. */
      email: string;
    };
    PaymentRequest: {
      /** Payment method. `test` succeeds, `test_declined` is declined. */
      method: "test" | "test_declined";
      /** Your reference for the payment. A reference can be used for one order only. */
      reference: string;
    };
    PaymentState: {
      /** Payment method. */
      method: "test" | "test_declined";
      /** Reference of the payment, unique in the world. */
      reference: string;
    };
    PriceView: {
      /** Currency (ISO 4217). */
      currency: string;
      /** Price of the first year, with at most two decimals. */
      register: number;
      /** Price of each further year. */
      renew: number;
      /** Price of a transfer from another registrar. */
      transfer: number;
    };
    ReceiverList: {
      /** Receivers, oldest first. */
      receivers: components["schemas"]["ReceiverView"][];
    };
    ReceiverRemoved: {
      /** Always true. */
      removed: true;
    };
    ReceiverView: {
      /** Time when the receiver was added. */
      created_at: string;
      /** Description for people. */
      description: string;
      /** Event types that the receiver gets; an empty list means all. */
      events: string[];
      /** Time of the first failure since the last success; null if there was none. */
      failing_since: string | null;
      /** Receiver ID. */
      id: string;
      /** Time of the last successful delivery; null if there was none. */
      last_success_at: string | null;
      /** Why the receiver is off; null if it is on. */
      off_reason: string | null;
      /** Number of deliveries that wait for another attempt; 10001 means more than 10,000. */
      pending: number;
      /** Number of events that wait for their first attempt; 10001 means more than 10,000. */
      queued: number;
      /** Secrets that currently sign, newest first. */
      secrets: components["schemas"]["SecretView"][];
      /** Whether events are sent to the receiver. */
      state: "on" | "off";
      /** URL that events are sent to. */
      url: string;
    };
    RegisteredDomain: {
      /** Amount paid. */
      amount: components["schemas"]["AmountView"];
      /** Registered domain. */
      domain: string;
      /** End of the registration. */
      expires_at: string;
      /** Order that registered the domain. */
      order_id: string;
      /** Registrant of the domain. */
      owner: components["schemas"]["OwnerView"];
      /** Time of the registration. */
      registered_at: string;
      /** Status of the domain. */
      status: "registered";
      /** Slug of the tenant. */
      tenant: string;
      /** TLD of the domain, without a leading dot. */
      tld: string;
      /** Registered years. */
      years: number;
    };
    RegistrantDetails: {
      /** Country code (ISO 3166-1 alpha-2) in upper case. */
      country?: string;
      /** Email address of the registrant. */
      email: string;
      /** First name of the registrant. */
      first_name: string;
      /** Last name of the registrant. */
      last_name: string;
      /** Phone number, as sent, without invisible characters. */
      phone?: string;
    };
    RegistrationDetails: {
      /** Registered domain. */
      domain: string;
      /** End of the registration. */
      expires_at: string;
      /** Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the registration. An `expired` domain is still held by the tenant. */
      status: "registered" | "expired";
      /** TLD of the domain, without a leading dot. */
      tld: string;
      /** Years from `registered_at` to `expires_at`. */
      years: number;
    };
    RegistrationList: {
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** `after` of the next page; null on the last page. */
      next: string | null;
      /** Registrations, newest first. */
      registrations: components["schemas"]["RegistrationDetails"][];
    };
    RegistrationResult: {
      /** Registered domain. */
      domain: string;
      /** End of the registration. */
      expires_at: string;
      /** Origin of the result. */
      meta: components["schemas"]["Source"];
      /** Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the registration. An `expired` domain is still held by the tenant. */
      status: "registered" | "expired";
      /** TLD of the domain, without a leading dot. */
      tld: string;
      /** Years from `registered_at` to `expires_at`. */
      years: number;
    };
    RegistrationState: {
      /** Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted. */
      domain: string;
      /** End of the registration (default: a year after `registered_at`). Due dates in the past count as happened. */
      expires_at?: string | null;
      /** Order that registered the domain (default null: none). */
      order_id?: string | null;
      /** Time of the registration (default: the present time, or a year before `expires_at` if that is earlier). */
      registered_at?: string | null;
    };
    ReleasedDomain: {
      /** Domain of the registration. */
      domain: string;
      /** The end of the term that the event is about. */
      expires_at: string;
      /** Order that registered the domain; null for a registration that was set up without an order. */
      order_id: string | null;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the domain. */
      status: "released";
      /** Slug of the tenant. */
      tenant: string;
      /** TLD of the domain, without a leading dot. */
      tld: string;
    };
    RenewalRequest: {
      /** Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted. */
      domain: string;
      /** Years to renew the registration for (1–10). */
      years: number;
    };
    RenewedDomain: {
      /** Amount paid. */
      amount: components["schemas"]["AmountView"];
      /** Renewed domain. */
      domain: string;
      /** End of the registration: `previous_expires_at` plus the renewed years. */
      expires_at: string;
      /** Order that renewed the domain. */
      order_id: string;
      /** End of the registration before the renewal. */
      previous_expires_at: string;
      /** Time of the registration. */
      registered_at: string;
      /** Status of the domain. */
      status: "registered";
      /** Slug of the tenant. */
      tenant: string;
      /** TLD of the domain, without a leading dot. */
      tld: string;
      /** Renewed years. */
      years: number;
    };
    ResetView: {
      /** Number of removed orders. */
      orders: number;
      /** Number of removed payments. */
      payments: number;
      /** Number of removed registrations. */
      registrations: number;
    };
    RestoredView: {
      /** Number of fault rules. */
      faults: number;
      /** Number of orders. */
      orders: number;
      /** Number of payments. */
      payments: number;
      /** Number of registrations. */
      registrations: number;
    };
    SearchMeta: {
      /** Rule that decided `status`. Catalogue: `reserved-name` (taken), `word` (a word between hyphens: `taken` or `registered` makes the domain taken, `premium` premium), `short-label` (up to two characters: premium), or `default` (available). `registered`: the tenant has registered the domain. */
      rule: "default" | "reserved-name" | "word" | "short-label" | "registered";
      /** Name of the sandbox that answered. */
      source: string;
    };
    SearchRequest: {
      /** Domain: one label and a TLD of the catalogue. Unicode is converted to its A-label (UTS 46), and must be valid by IDNA 2008; emoji are accepted. */
      domain: string;
    };
    SearchResult: {
      /** Origin of the result, and the rule that decided it. */
      meta: components["schemas"]["SearchMeta"];
      /** Prices of the domain; for a taken domain, the list prices of its TLD. */
      price: components["schemas"]["PriceView"];
      /** The domain in its normal form: lower case, A-labels. */
      query: string;
      /** Availability. A `premium` domain is available at its own price. */
      status: "available" | "taken" | "premium";
      /** Up to five available alternatives, best first. */
      suggestions: components["schemas"]["Suggestion"][];
      /** TLD of the domain, without a leading dot. */
      tld: string;
      /** The domain in Unicode, if that differs from `query`. */
      unicode?: string;
    };
    SecretView: {
      /** Time when the secret was created. */
      created_at: string;
      /** Time when the secret stops signing; null for the current secret. */
      expires_at: string | null;
      /** First characters of the secret. */
      hint: string;
    };
    SetClockRequest: {
      /** How the clock relates to real time. A `running` clock is ahead of it by `offset_seconds`. */
      mode: "real" | "frozen" | "running";
      /** Time to set a frozen or running clock to (default: its present time). It cannot be set back. */
      now?: string | null;
    };
    Source: {
      /** Name of the sandbox that answered. */
      source: string;
    };
    Suggestion: {
      /** Suggested domain. */
      domain: string;
      /** Prices of the domain. */
      price: components["schemas"]["PriceView"];
      /** Suggested domains are always available. */
      status: "available";
      /** TLD of the domain, without a leading dot. */
      tld: string;
    };
    TestData: {
      /** Text for people. */
      message: string;
      /** Receiver of the test event. */
      receiver_id: string;
      /** Slug of the tenant. */
      tenant: string;
    };
    Verified: {
      /** Number of matches, counted up to 1000. */
      count: number;
      /** The first 10 matches, oldest first. */
      matches: (components["schemas"]["JournalRequest"] | components["schemas"]["JournalDelivery"])[];
      /** If there are too few matches: up to 3 others that match most of the fields, newest first. */
      nearest: (components["schemas"]["JournalRequest"] | components["schemas"]["JournalDelivery"])[];
      /** Whether the number is as expected. */
      satisfied: boolean;
    };
    VerifyRequest: {
      /** Counts only what is later than this real time (default: the last reset of the tenant, at most 24 hours ago). */
      after?: string | null;
      /** Counts the webhook deliveries that match all of these fields. A delivery exists from the outcome of its first attempt on. */
      delivery?: components["schemas"]["ExpectedDelivery"] | null;
      /** Counts the requests that match all of these fields. Send either `request` or `delivery`. */
      request?: components["schemas"]["ExpectedRequest"] | null;
      /** Expected number: exactly `n`, or `{"min": 1, "max": 3}`. `min` is 1 by default, and 0 if `max` is 0. Without `max`, there is no maximum. */
      times?: number | {
        max?: number | null;
        min?: number | null;
      } | null;
      /** Maximum time to wait until the number is reached, at most `PT30S` (default `PT0S`). */
      within?: string | null;
    };
    WebhookTestMessage: {
      /** Data of the event. */
      data: components["schemas"]["TestData"];
      /** Time of the event. */
      timestamp: string;
      /** Event type. */
      type: "webhook.test";
    };
    WorldList: {
      /** Live worlds of the tenant, oldest first. */
      worlds: components["schemas"]["WorldView"][];
    };
    WorldRemoved: {
      /** Always true. */
      removed: true;
      /** Slug of the world. */
      tenant: string;
    };
    WorldSnapshot: {
      /** Clock of the world (default: unchanged). */
      clock?: components["schemas"]["ClockState"] | null;
      /** Fault rules that still apply, oldest first. */
      faults?: components["schemas"]["FaultState"][] | null;
      /** Orders, sorted by ID. */
      orders?: components["schemas"]["OrderState"][] | null;
      /** Registrations, sorted by domain. */
      registrations?: components["schemas"]["RegistrationState"][] | null;
      /** Version of the format; always 1. */
      version: number;
    };
    WorldView: {
      /** Real time of the creation. */
      created_at: string;
      /** Real time at which the world ends. */
      expires_at: string;
      /** Name for people. */
      name: string;
      /** Number of orders. */
      orders: number;
      /** Number of registrations. */
      registrations: number;
      /** Slug of the world, for `X-Tenant`. */
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
        /** `next` from the previous page, or a date and time: only requests that were answered later. */
        after?: string;
        /** Only responses with this error code. */
        code?: string;
        /** Only requests about this domain. */
        domain?: string;
        /** Only requests that a fault changed (`true`), or only others (`false`). */
        faulted?: "true" | "false";
        /** Maximum number of requests (1–200, default 50). */
        limit?: number;
        /** Only this operation. */
        operation?: "search" | "order" | "checkout" | "renew";
        /** Only requests about this order. */
        order_id?: string;
        /** Only responses with this status or status class; not lost ones, which have the code `ANSWER_LOST`. */
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
        /** `next` from the previous response; default: only events from now on. */
        after?: string;
        /** Maximum time to wait for an event, in seconds; 0 returns at once (0–25, default 20). */
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
        /** `next` from the previous page. */
        after?: string;
        /** Only orders whose domain starts with this text. */
        domain?: string;
        /** Maximum number of orders (1–200, default 50). */
        limit?: number;
        /** Only orders with this status. */
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
        /** `next` from the previous page. */
        after?: string;
        /** Only domains that start with this text. */
        domain?: string;
        /** Only registrations that expire before this time. */
        expires_before?: string;
        /** Maximum number of registrations (1–200, default 50). */
        limit?: number;
        /** Only registrations with this status. */
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
