export interface Place {
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

  constructor({ rows, total }: { rows: Row[]; total: number }, { offset, limit }: Place) {
    Object.assign(this, { rows, total, offset, limit });
  }

  /** The same page with rows in another format. */
  map<View>(view: (row: Row) => View): Page<View> {
    return new Page({ rows: this.rows.map(view), total: this.total }, this);
  }
}
