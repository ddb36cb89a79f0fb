/** The queue's name, and what a job of it carries: which deliveries to look at. All else stands in PostgreSQL. */
export const DELIVERIES = 'deliveries';

export interface DeliveryJob {
  ids: string[];
}
