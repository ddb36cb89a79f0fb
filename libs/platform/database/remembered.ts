import { LRUCache } from 'lru-cache';
import type { Soon } from '../soon.js';
import { Gathered } from './gathered.js';
import type { Notifications } from './notifications.js';

const LAST_NET_MS = 30_000;
const MOST = 50_000;

const MOST_AT_ONCE = 64;

/**
 * Rows kept in memory under a name and dropped when a notification says that they changed. While notifications
 * cannot arrive nothing is kept. A row that was read before a change and arrives after it is not kept either. What is
 * not known is looked up together with whatever else one turn of the event loop asks for.
 */
export class Remembered<T extends object> {
  private readonly entries = new LRUCache<string, { row: T | null }>({ max: MOST, ttl: LAST_NET_MS });
  private readonly unknown: Gathered<string, T | null>;
  private generation = 0;

  /** `load` gives the rows that there are, by their names. */
  constructor(
    topic: string,
    private readonly notifications: Notifications,
    load: (names: string[]) => Promise<ReadonlyMap<string, T>>,
  ) {
    this.unknown = new Gathered(
      async names => {
        const rows = await load(names);
        return names.map(name => rows.get(name) ?? null);
      },
      MOST_AT_ONCE,
      Infinity,
    );
    notifications.on(topic, {
      changed: name => this.forget(name),
      lost: () => {
        this.generation++;
        this.entries.clear();
      },
    });
  }

  /** At once when the row is known, else a promise of it; `null` when there is none. */
  get(name: string): Soon<T | null> {
    const known = this.entries.get(name);
    return known === undefined ? this.fetch(name) : known.row;
  }

  /** The row if it is known already, for whoever has something to look at before it is fetched. */
  known(name: string): T | null | undefined {
    return this.entries.get(name)?.row;
  }

  private forget(name: string): void {
    this.generation++;
    this.entries.delete(name);
  }

  private async fetch(name: string): Promise<T | null> {
    const before = this.generation;
    const row = await this.unknown.add(name);
    if (this.notifications.connected && this.generation === before) this.entries.set(name, { row });
    return row;
  }
}
