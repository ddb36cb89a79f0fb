/** Entries that match some but not all of the fields, best match first. Equally good entries keep their order. */
export function nearestTo<Entry extends object>(fields: Partial<Entry>, entries: Entry[], limit: number): Entry[] {
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries
    .map(entry => ({ entry, matching: wanted.filter(([name, value]) => entry[name as keyof Entry] === value).length }))
    .filter(({ matching }) => matching > 0 && matching < wanted.length)
    .toSorted((one, other) => other.matching - one.matching)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
