import type { FollowedEvents } from '../contract.js';

const texts = new WeakMap<FollowedEvents, string>();

/** The JSON of a response. Requests that share a page share its JSON as well. */
export function responseText(response: FollowedEvents): string {
  const known = texts.get(response);
  if (known !== undefined) return known;
  const text = JSON.stringify(response);
  texts.set(response, text);
  return text;
}
