import type { UsageEntry } from './usage-entry.js';

/** Entries that wait to be written: bounded, and when it is full the oldest goes first. */
export class UsageBuffer {
  dropped = 0;
  private entries: UsageEntry[] = [];
  private start = 0;

  constructor(readonly most: number) {}

  get size(): number {
    return this.entries.length - this.start;
  }

  add(entry: UsageEntry): void {
    this.entries.push(entry);
    if (this.size > this.most) {
      this.start++;
      this.dropped++;
    }
    if (this.start > this.most) this.compact();
  }

  /** Takes out the oldest, at most so many. */
  take(most: number): UsageEntry[] {
    const taken = this.entries.slice(this.start, this.start + most);
    this.start += taken.length;
    if (this.start === this.entries.length) this.compact();
    return taken;
  }

  /** Puts back what could not be written, before everything else. */
  restore(taken: UsageEntry[]): void {
    const room = Math.max(0, this.most - this.size);
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
