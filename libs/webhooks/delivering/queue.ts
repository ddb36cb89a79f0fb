/**
 * Receivers that fail have a queue of their own, with fewer places: however many of them hang, those that answer are
 * told at once.
 */
export const DELIVERIES = { steady: 'deliveries', failing: 'deliveries-failing' } as const;

/** Which deliveries to look at. All else stands in PostgreSQL. */
export interface DeliveryJob {
  ids: string[];
}
