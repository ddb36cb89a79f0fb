export interface PageRange {
  offset: number;
  limit: number;
}

/** A page of a list. */
export class Page<Row = unknown> {
  readonly rows: Row[];
  /** Number of rows in the list. */
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;

  /** @param page without `next`, the cursor is the offset of the next page */
  constructor(
    { rows, total, next }: { rows: Row[]; total: number; next?: string | null },
    { offset, limit }: PageRange,
  ) {
    const end = offset + rows.length;
    const following = end < total ? String(end) : null;
    Object.assign(this, { rows, total, offset, limit, next: next === undefined ? following : next });
  }

  /** The same page with rows in another format. */
  map<View>(view: (row: Row) => View): Page<View> {
    return new Page({ ...this, rows: this.rows.map(view) }, this);
  }
}
