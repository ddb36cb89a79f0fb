const OTHERWISE =
  'Open one of these requests in the log: its id finds the call in your own logs, where its message is.';

/** What to do about each error that a known key can get, in plain words. */
const ADVICE: Record<string, string> = {
  RATE_LIMITED:
    'Slow down when an answer says RateLimit r=0 and wait for Retry-After, or ask an operator to raise the limit of the key.',
  TOO_MANY_WAITING:
    'Too many requests of the key wait for events at the same time. Let each follower reuse one connection, wait for its answer before it sends the next request, or set a shorter wait.',
  SCOPE_DENIED: 'The call needs a key of the other scope: sandbox keys for /sandbox, live keys for /registrar.',
  PERMISSION_DENIED: 'Add the permission that the message names to the key, on the page of keys; it holds at once.',
  NOT_FOUND: 'The address is wrong or its method is; the reference at /docs lists all there are.',
  NOT_ACCEPTABLE: 'Send Accept: application/json, or no Accept at all.',
  UNSUPPORTED_MEDIA_TYPE: 'Send Content-Type: application/json.',
  PAYLOAD_TOO_LARGE: 'Send less: no call needs more than 64 KiB.',
  MALFORMED_JSON: 'The body is not a JSON object in UTF-8. Build it with a JSON library, not by joining text.',
  VALIDATION_FAILED: 'Mend the fields that the answer lists in error.details; it names all of them at once.',
  INVALID_DOMAIN: 'Send one label and a TLD, such as my-shop.com: no address, no www, no path.',
  unsupported_tld: 'The catalogue does not sell this TLD; offer your customers another one.',
  DOMAIN_TAKEN: 'The name is taken. Search before you order, and offer the suggestions that the search gives.',
  ORDER_NOT_FOUND: 'Send the order_id as the order was answered with it; each tenant has its own orders.',
  PAYMENT_DECLINED: 'The method test_declined always declines. Pay the same order again with the method test.',
  UNSUPPORTED_PAYMENT_METHOD: 'The sandbox takes the methods test and test_declined.',
  PAYMENT_REFERENCE_USED: 'A payment reference belongs to one order for ever; make a new one for each order.',
  ORDER_ALREADY_PAID: 'The order was paid under another reference. Nothing is left to do; read the first answer.',
  IDEMPOTENCY_KEY_REUSED: 'The same idempotency key came with another body. Make a new key for each new request.',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this key is still running; send it again after a second.',
  REGISTRAR_DISABLED: 'Live calls are switched off by an operator. Nothing is wrong with your request.',
  REGISTRAR_NOT_CONNECTED: 'No registrar is connected to this installation; use the sandbox.',
  SERVICE_UNAVAILABLE: 'The service could not reach its database. Try again after Retry-After, with the same key.',
  INTERNAL_ERROR: 'A fault of the service: give an operator the request id.',
};

export const adviceFor = (code: string): string => ADVICE[code] ?? OTHERWISE;
