import type { FollowedEvent, FollowedEvents } from '../contract.js';

/** The response for a page of stored events. */
export const responseOf = (events: { id: string; body: string }[], next: string, source: string): FollowedEvents => ({
  events: events.map(({ id, body }) => ({ id, ...(JSON.parse(body) as Omit<FollowedEvent, 'id'>) })),
  next,
  meta: { source },
});

const texts = new WeakMap<FollowedEvents, string>();

/** The JSON of a response. Requests that share a page share its JSON as well. */
export function responseText(response: FollowedEvents): string {
  const known = texts.get(response);
  if (known !== undefined) return known;
  const text = JSON.stringify(response);
  texts.set(response, text);
  return text;
}
