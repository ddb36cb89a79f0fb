/** What to change in a shop that breaks a rule, and the guide that explains it. */
export const ADVICE = {
  'told-yes': {
    advice:
      'Tell the customer yes only after checkout has answered 200, or 202 and domain.registered. Read the whole response before you believe it.',
    docs: '/docs/idempotency',
  },
  'told-no': {
    advice:
      'A lost or late answer is no refusal: repeat the request with the same idempotency key, or read the order, before you tell the customer no.',
    docs: '/docs/idempotency',
  },
  'refused-without-reason': {
    advice:
      'Answer 503 while the API cannot be reached, keep the order and its idempotency keys, and continue the purchase when the customer tries again.',
    docs: '/docs/idempotency',
  },
  'paid-twice': {
    advice:
      'Derive the idempotency key and the payment reference from the token of the purchase, not from the attempt.',
    docs: '/docs/idempotency',
  },
  'wrong-term': { advice: 'Pass the years that the customer has chosen to the API.', docs: '/docs/prices' },
  'repeated-final-error': {
    advice: 'Repeat only what the error calls retryable. Everything else has the same answer each time.',
    docs: '/docs/errors',
  },
  'retry-after': {
    advice: 'Wait for the seconds in Retry-After before you repeat a request.',
    docs: '/docs/errors',
  },
  'too-many-attempts': {
    advice: 'Stop after a few attempts with growing pauses, and ask the customer to try again later.',
    docs: '/docs/errors',
  },
  'invalid-webhook-accepted': {
    advice:
      'Verify the signature over the raw body, and that webhook-timestamp is at most five minutes away, before you read the event. Answer 400 if not.',
    docs: '/docs/webhooks',
  },
  'valid-webhook-refused': {
    advice: 'Answer 2xx to every webhook with a valid signature, also to repeated and unknown events.',
    docs: '/docs/webhooks',
  },
  state: {
    advice:
      'Make each effect (charge, mail, entry) happen once per purchase: keep the IDs of handled events, and the token with its result.',
    docs: '/docs/webhooks',
  },
  'failure-unnoticed': {
    advice:
      'A payment answered with 202 is not yet a registration: wait for domain.registered, and refund the customer at domain.registration_failed.',
    docs: '/docs/registry',
  },
};

/** The rule that a finding breaks. */
export type Oracle = keyof typeof ADVICE;
