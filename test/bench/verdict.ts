/** What a run comes to. */
export interface Verdict {
  /** What was wrong with answers; nothing when all were right. */
  complaints: string[];
  /** What should hold and does not. */
  missed: string[];
}
