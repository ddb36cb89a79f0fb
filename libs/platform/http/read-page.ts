/**
 * Reads a page of rows and the cursor of the next page, which is null on the last page.
 * @param read reads at most the given number of rows; it is asked for one more than `limit`
 */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<{ rows: Row[]; next: string | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? cursorOf(rows.at(-1)!) : null };
}
