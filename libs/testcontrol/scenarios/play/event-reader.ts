import { codeOf, send, type Target } from './send.js';

const PATH = '/api/v1/sandbox/events';

/** Maximum time to wait for expected events. */
const DEADLINE_MS = 10_000;

/** Time to wait when no events are expected. */
const SILENCE_MS = 1_000;

interface Page {
  events: { type: string }[];
  next: string;
}

/** Reads the events of a run, which contain the unique text of the run. */
export class EventReader {
  private cursor: string | undefined;

  constructor(
    private readonly target: Target,
    private readonly unique: string,
  ) {}

  /** Reads the present cursor, so that earlier events are not read. */
  async start(): Promise<void> {
    await this.read(0);
  }

  /** Types of the next events in order. Waits until there are as many as expected, or the time is up. */
  async next(count: number): Promise<string[]> {
    const types: string[] = [];
    const deadline = performance.now() + (count === 0 ? SILENCE_MS : DEADLINE_MS);
    do {
      const events = await this.read(1);
      types.push(...events.filter(event => JSON.stringify(event).includes(this.unique)).map(({ type }) => type));
    } while (performance.now() < deadline && (count === 0 || types.length < count));
    return types;
  }

  private async read(waitSeconds: number): Promise<Page['events']> {
    const query = this.cursor === undefined ? '' : `?after=${this.cursor}&wait=${waitSeconds}`;
    const answer = await send(this.target, { method: 'GET', path: PATH + query }, DEADLINE_MS);
    if (typeof answer === 'string') throw new EventsUnavailable(answer);
    if (answer.status !== 200) throw new EventsUnavailable(codeOf(answer.body) ?? String(answer.status));
    const { events, next } = (answer.body as { data?: Partial<Page> } | null)?.data ?? {};
    if (!Array.isArray(events)) throw new EventsUnavailable('data.events is not a list');
    this.cursor = next;
    return events;
  }
}

export class EventsUnavailable extends Error {
  constructor(reason: string) {
    super(`The events of the tenant cannot be read: ${reason}.`);
  }
}
