import type { UsageEntry } from './usage-entry.js';

/** A bounded buffer of entries to write. When it is full, the oldest entry is dropped. */
export class UsageBuffer {
  dropped = 0;
  private entries: UsageEntry[] = [];
  private start = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.entries.length - this.start;
  }

  add(entry: UsageEntry): void {
    this.entries.push(entry);
    if (this.size > this.capacity) {
      this.start++;
      this.dropped++;
    }
    if (this.start > this.capacity) this.compact();
  }

  /** Removes and returns up to `limit` of the oldest entries. */
  take(limit: number): UsageEntry[] {
    const taken = this.entries.slice(this.start, this.start + limit);
    this.start += taken.length;
    if (this.start === this.entries.length) this.compact();
    return taken;
  }

  /** Puts entries that could not be written back to the front. */
  restore(taken: UsageEntry[]): void {
    const room = Math.max(0, this.capacity - this.size);
    const kept = taken.slice(Math.max(0, taken.length - room));
    this.dropped += taken.length - kept.length;
    this.entries = [...kept, ...this.entries.slice(this.start)];
    this.start = 0;
  }

  private compact(): void {
    this.entries = this.entries.slice(this.start);
    this.start = 0;
  }
}
