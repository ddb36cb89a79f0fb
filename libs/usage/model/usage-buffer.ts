import { exchangeSize, type UsageEntry } from './usage-entry.js';

/** A bounded buffer of entries to write. When it is full, the oldest entry is dropped. */
export class UsageBuffer {
  dropped = 0;
  /** Number of entries that lost their bodies, because the memory for bodies was full. */
  withoutBodies = 0;
  private readonly entries: UsageEntry[] = [];
  /** Approximate memory of the buffered bodies. */
  private bytes = 0;

  /** @param maxBytes memory for bodies */
  constructor(
    private readonly capacity: number,
    private readonly maxBytes = Infinity,
  ) {}

  get size(): number {
    return this.entries.length;
  }

  add(entry: UsageEntry): void {
    this.entries.push(this.withinBytes(entry));
    this.dropOldest();
  }

  /** Removes and returns the oldest entries: at most `limit`, with about `maxBytes` bytes of bodies. */
  takeOldest(limit: number, maxBytes = Infinity): UsageEntry[] {
    let count = 0;
    let bytes = 0;
    while (count < Math.min(limit, this.size) && (bytes < maxBytes || count === 0))
      bytes += exchangeSize(this.entries[count++]!);
    this.bytes -= bytes;
    return this.entries.splice(0, count);
  }

  /** Returns entries to the front of the buffer after a failed write. */
  restore(entries: UsageEntry[]): void {
    this.entries.unshift(...entries.map(entry => this.withinBytes(entry)));
    this.dropOldest();
  }

  /** Reserves memory for the bodies of an entry, or removes them if there is not enough. */
  private withinBytes(entry: UsageEntry): UsageEntry {
    const bytes = exchangeSize(entry);
    if (this.bytes + bytes > this.maxBytes) {
      this.withoutBodies++;
      return { ...entry, exchange: undefined };
    }
    this.bytes += bytes;
    return entry;
  }

  private dropOldest(): void {
    if (this.size > this.capacity) this.dropped += this.takeOldest(this.size - this.capacity).length;
  }
}
