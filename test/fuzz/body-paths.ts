import { writeJson } from './json.js';
import type { FuzzedRequest } from './requests.js';

// oxlint-disable no-explicit-any -- JSON values of any shape

/** Paths of the possible members of a body, and the empty path of the body itself. */
export function placesIn(schema: any): string[][] {
  if (schema === undefined) return [];
  const members = Object.entries<any>((schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema).properties ?? {});
  const inside = members.flatMap(([name, member]) => placesIn(member).map(place => [name].concat(place)));
  return [[], ...inside];
}

/** A copy of a request with another value at a place in its body. */
export function withMember(request: FuzzedRequest, place: string[], value: unknown): FuzzedRequest {
  const holder = { body: JSON.parse(String(request.body)) };
  let at: any = holder;
  const path = ['body', ...place];
  for (const name of path.slice(0, -1)) at = at[name] ??= {};
  at[path.at(-1)!] = value;
  return { ...request, body: writeJson(holder.body) };
}
