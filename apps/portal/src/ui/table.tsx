/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label --
   A phone's layout takes their own roles away from the parts of a table; these put them back. */
import type { InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button';
import { plural } from './numbers';
import { Failure } from './states';

export interface Column<R> {
  /** Empty for a column of buttons. */
  head: string;
  cell: (row: R) => ReactNode;
  /** What a phone shows as the row's title. */
  lead?: boolean;
  number?: boolean;
  /** Left out where there is little room. */
  extra?: boolean;
  /** On a phone in the corner beside the title, without its head. */
  corner?: boolean;
}

interface TableProps<R> {
  label: string;
  columns: Column<R>[];
  rows: R[] | undefined;
  keyOf: (row: R) => string;
  empty: ReactNode;
  error?: Error | null;
  retry?: () => void;
  /** Rows that just came are marked. */
  isNew?: (row: R) => boolean;
  skeletonRows?: number;
}

/** One kind of table for the whole portal; on a phone each row is a small card. Its roles hold in either form. */
export function Table<R>({ label, columns, rows, keyOf, empty, error, retry, isNew, skeletonRows = 5 }: TableProps<R>) {
  if (!rows && error) return <Failure error={error} {...(retry && { retry })} />;
  if (rows?.length === 0) return empty;
  return (
    <div className="table-frame">
      <table role="table" aria-label={label} aria-busy={!rows} className="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(column => (
              <th role="columnheader" scope="col" key={column.head} className={classOf(column)}>
                {column.head || <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows
            ? rows.map(row => (
                <tr role="row" key={keyOf(row)} className={isNew?.(row) ? 'fresh' : undefined}>
                  {columns.map(column => (
                    <td role="cell" key={column.head} className={classOf(column)} data-label={column.head}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: skeletonRows }, (_, row) => (
                <tr role="row" key={row} className="waiting">
                  {columns.map(column => (
                    <td role="cell" key={column.head} className={classOf(column)} data-label={column.head}>
                      <span className="bar" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = <R,>({ lead, number, extra, corner, head }: Column<R>) =>
  [lead && 'lead', number && 'number', extra && 'extra', corner && 'corner', head === '' && 'acts']
    .filter(Boolean)
    .join(' ') || undefined;

export interface Pages<P> {
  data: InfiniteData<P> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** The foot of a list that goes on. */
export function More<P>({ pages, shown, noun }: { pages: Pages<P>; shown: number; noun: string }) {
  if (shown === 0) return null;
  return (
    <footer className="more">
      <span className="faint" role="status">
        {plural(shown, noun)}
        {pages.hasNextPage ? ' so far' : ''}
      </span>
      {pages.hasNextPage && (
        <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load more
        </Button>
      )}
    </footer>
  );
}
