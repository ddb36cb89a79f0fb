import type { ReceiverView } from '#webhooks/contract';

/** Description of a receiver, or its URL. */
export const nameOf = ({ description, url }: ReceiverView) => description || url.replace(/^https?:\/\//, '');
