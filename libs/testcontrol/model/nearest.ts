/**
 * The entries that match most of the given fields, without those that match all or none. Among equals, the order stays.
 */
export function nearestTo<Entry extends object>(fields: Partial<Entry>, entries: Entry[], limit: number): Entry[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries
    .map(entry => ({ entry, matching: given.filter(([name, value]) => entry[name as keyof Entry] === value).length }))
    .filter(({ matching }) => matching > 0 && matching < given.length)
    .toSorted((one, other) => other.matching - one.matching)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
