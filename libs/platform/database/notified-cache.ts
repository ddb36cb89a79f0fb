import { LRUCache } from 'lru-cache';
import { Batcher } from './batcher.js';
import type { Notifications } from './notifications.js';

/** Bounds how long an entry can be stale, should a notification get lost. */
const TTL_MS = 30_000;
const MAX_ENTRIES = 50_000;

/**
 * A cache of rows by key. A notification from PostgreSQL drops an entry; while notifications cannot arrive, nothing is
 * cached. Misses of one turn of the event loop are loaded in one batch.
 */
export class NotifiedCache<Row extends object> {
  private readonly entries = new LRUCache<string, { row: Row | null }>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1, // `max` would allocate all entries at once
    ttl: TTL_MS,
  });
  private readonly misses: Batcher<string, Row | null>;
  /** Incremented by each invalidation, so that a row loaded before a change is not cached after it. */
  private generation = 0;

  /** `load` resolves to the rows that exist, by key. */
  constructor(
    topic: string,
    private readonly notifications: Notifications,
    load: (keys: string[]) => Promise<ReadonlyMap<string, Row>>,
  ) {
    const loadBatch = async (keys: string[]) => {
      const rows = await load(keys);
      return keys.map(key => rows.get(key) ?? null);
    };
    this.misses = new Batcher(loadBatch, { concurrency: Infinity, statement: `cache.${topic}` });
    notifications.on(topic, { changed: key => this.delete(key), lost: () => this.clear() });
  }

  /** Resolves to null when there is no such row. */
  async get(key: string): Promise<Row | null> {
    const entry = this.entries.get(key);
    return entry === undefined ? this.fetch(key) : entry.row;
  }

  /** The cached row; null when there is no such row, undefined when it is not cached. */
  peek(key: string): Row | null | undefined {
    return this.entries.get(key)?.row;
  }

  private delete(key: string): void {
    this.generation++;
    this.entries.delete(key);
  }

  private clear(): void {
    this.generation++;
    this.entries.clear();
  }

  private async fetch(key: string): Promise<Row | null> {
    const { generation } = this;
    const row = await this.misses.add(key);
    if (this.notifications.connected && this.generation === generation) this.entries.set(key, { row });
    return row;
  }
}
