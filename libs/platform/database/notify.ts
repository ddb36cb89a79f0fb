const CHANNEL = 'nameyard';

/** SQL that subscribes a session to the notifications of all processes. */
export const LISTEN = `LISTEN ${CHANNEL}`;

/** SQL expression that notifies all processes when its transaction commits; `payload` is an expression. */
export const notifies = (payload: string) => `pg_notify('${CHANNEL}', ${payload})`;

/** SQL that notifies all processes when its transaction commits. */
export const NOTIFY = `SELECT ${notifies('$1')}`;
export const NOTIFY_EACH = `SELECT ${notifies('payload')} FROM unnest($1::text[]) AS payload`;

/** The parameter of `NOTIFY`. */
export const notification = (topic: string, subject: string): [string] => [`${topic} ${subject}`];
