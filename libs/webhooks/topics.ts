/** Topic of the notifications of new events; the subject is the tenant ID. */
export const NEW_EVENTS = 'webhooks.events';

/** Topic of the notifications that a receiver has other work; the subject is its ID. */
export const DUE = 'webhooks.due';
