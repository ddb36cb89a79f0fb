/** The rate limit of the API key after the call. */
export interface RateLimit {
  /** Maximum number of requests per minute. */
  limit: number;
  /** Remaining requests in the current window of 60 seconds, which starts with a request. */
  remaining: number;
  /** End of this window. */
  reset: Date;
}

/** The result of a call, and its response. */
export interface WithResponse<Data> {
  /** `data` of the response. */
  data: Data;
  /** `X-Request-Id` of the response, which identifies the request in the request log. */
  requestId: string | null;
  /** The rate limit after the call; null if the response has no headers for it. */
  rateLimit: RateLimit | null;
  /** Number of attempts of the call. */
  attempts: number;
  /** Idempotency key of all attempts; null if the call has none. */
  idempotencyKey: string | null;
  /** The response; its body has been read. */
  response: Response;
}

/** The result of a call. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /** The result together with its response. */
  withResponse(): Promise<WithResponse<Data>>;
}

export function responsePromise<Data>(call: Promise<WithResponse<Data>>): ResponsePromise<Data> {
  const data = call.then(({ data }) => data);
  const withResponse = () => {
    data.catch(() => {}); // Prevents an unhandled rejection of `data`; errors reach the caller through `call`.
    return call;
  };
  return Object.assign(data, { withResponse });
}

export function toWithResponse<Data>(
  response: Response,
  data: Data,
  call: Pick<WithResponse<Data>, 'attempts' | 'idempotencyKey'>,
): WithResponse<Data> {
  const { headers } = response;
  return { data, requestId: headers.get('x-request-id'), rateLimit: rateLimitOf(headers), ...call, response };
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return null;
  return { limit: Number(limit), remaining: Number(remaining), reset: new Date(Number(reset) * 1_000) };
}
