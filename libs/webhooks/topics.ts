/** Topic of the notifications of new events; the subject is the tenant ID. */
export const NEW_EVENTS = 'webhooks.events';

/** Topic of the notifications that a receiver is due for another reason; the subject is its ID. */
export const DUE = 'webhooks.due';
