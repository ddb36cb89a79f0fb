/** The data of a purchase, which `explore` makes as a customer. */
export interface Purchase {
  domain: string;
  years: number;
  email: string;
  /** Identifies the purchase in all its attempts, such as a hidden field of an order form. */
  token: string;
}

/** A customer with separate cookies. */
export interface Customer {
  /** Like `fetch`, with the cookies of the customer and addresses relative to the shop. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The response of the shop to a customer, or its status. */
export type Outcome = Response | number;

/** A call of the shop, for example to send a form with a CSRF token. */
export type Step = (customer: Customer, purchase: Purchase) => Promise<Outcome>;

/**
 * A request to the shop: `POST /orders domain={domain}&years={years}&email={email}&token={token}`, or with a JSON body
 * `POST /orders json:{"domain":"{domain}"}`.
 */
export type Template = string;

export interface Progress {
  /** What is being done, for users, for example `Playing buy + double-click`. */
  text: string;
  /** Plans that were played. */
  done: number;
  plans: number;
  findings: number;
}

export interface ExploreOptions {
  /** How a customer buys a domain. */
  buy: Template | Step;
  /** How a customer renews a domain. */
  renew?: Template | Step | undefined;
  /** Request that returns what the shop knows about a domain, as JSON or text. */
  state?: Template | Step | undefined;
  /** Members of the state that may differ from a purchase without faults, by name or path (`mails`, `orders.*.attempts`). */
  ignore?: string[] | undefined;
  /** Address of the shop (default: `http://127.0.0.1` with a free port if `run` is given). */
  shop?: string | undefined;
  /** Command that starts the shop. It gets NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET and PORT. */
  run?: string | undefined;
  /** Path or address at which the shop receives webhooks. */
  webhooks?: string | undefined;
  /** Maximum duration (default 2 minutes). */
  minutes?: number | undefined;
  /** Purchases at the same time (default 8). */
  workers?: number | undefined;
  /** Plays only this plan, for example `buy + checkout:reset/after`. */
  replay?: string | undefined;
  /** Plays only plans with at most one fault. */
  singles?: boolean | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The default export of `nameyard.explore.mjs`. */
export type ExploreConfig = ExploreOptions;
