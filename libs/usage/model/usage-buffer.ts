import type { UsageEntry } from './usage-entry.js';

/** A bounded buffer of entries to write. When it is full, the oldest entry is dropped. */
export class UsageBuffer {
  dropped = 0;
  private readonly entries: UsageEntry[] = [];

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.entries.length;
  }

  add(entry: UsageEntry): void {
    this.entries.push(entry);
    this.dropOldest();
  }

  /** Removes and returns up to `limit` of the oldest entries. */
  take(limit: number): UsageEntry[] {
    return this.entries.splice(0, limit);
  }

  /** Puts entries that could not be written back to the front. */
  restore(taken: UsageEntry[]): void {
    this.entries.unshift(...taken);
    this.dropOldest();
  }

  private dropOldest(): void {
    if (this.size > this.capacity) this.dropped += this.take(this.size - this.capacity).length;
  }
}
