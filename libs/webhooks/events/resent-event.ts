/**
 * Type of the copies that followers of the log get when an event is sent again. The key of a copy is the ID of the event, and
 * its context and body are those of the event. Receivers do not get copies.
 */
export const RESENT_EVENT = 'webhook.resent';
