/** What the receiver got since its last report. */
export interface Report {
  /** Number of messages that were accepted, and how many of them had the `webhook-id` of an earlier one. */
  accepted: number;
  duplicates: number;
  /** Time of the last message, on the clock of all processes. */
  lastAt: number;
  /** Time of the first message by order. */
  arrivals: Record<string, number>;
  /** Invalid signatures. */
  problems: string[];
}
