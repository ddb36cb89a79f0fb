/** JSON text that is written unchanged. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** An object whose members keep their order and may have duplicate names. */
export class Members {
  constructor(readonly entries: [name: string, value: unknown][]) {}
}

/** A copy of a JSON value in which every object is a `Members`. */
export function withMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembers);
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value;
  const entries = value instanceof Members ? value.entries : Object.entries(value);
  return new Members(entries.map(([name, member]) => [name, withMembers(member)]));
}

/** Writes a JSON value, which may contain `RawJson` and `Members`, as text. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Members) return braces(value.entries);
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`;
  if (typeof value === 'object' && value !== null) return braces(Object.entries(value));
  return JSON.stringify(value) ?? 'null';
}

function braces(entries: [string, unknown][]): string {
  const members = entries.filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join()}}`;
}
