/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/click-events-have-key-events, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/control-has-associated-label --
   The CSS for phones removes the implicit roles of table elements; the explicit ones restore them. */
import { type ComponentProps, isValidElement, type MouseEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { Button } from './button';
import { ErrorText } from './form';
import { plural } from './format';
import { Empty, type EmptyProps, Failure } from './placeholders';

export interface Column<Row> {
  /** Empty for a column of buttons. */
  head: string;
  /** Content of a cell; null or undefined is shown as a dash. */
  cell: (row: Row) => ReactNode;
  /** Second line of the cell. */
  note?: (row: Row) => ReactNode;
  /** The title of the row on phones; its link or button opens the row. */
  phoneTitle?: boolean;
  number?: boolean;
  desktopOnly?: boolean;
  /** In the corner next to the title on phones. */
  phoneCorner?: boolean;
  phoneHidden?: boolean;
}

/** A finished, failed or running query; lists with a cursor have more pages. */
interface TableQuery<Row> {
  /** Undefined while loading. */
  data: readonly Row[] | undefined;
  error?: Error | null;
  refetch?: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

interface TableProps<Row> {
  label: string;
  query: TableQuery<Row>;
  /** By default the ID of the row. */
  keyOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Shown instead of the table if there are no rows. */
  empty?: EmptyProps | ReactElement;
  /** Singular noun for the row count below the table. */
  noun?: string;
  /** Whether the row is highlighted as new. */
  isNew?: (row: Row) => boolean;
  skeletonRows?: number;
}

/** A table; on phones each row is a small card. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, query, keyOf = idOf, columns, empty, noun, isNew, skeletonRows = 5 } = props;
  const rows = query.data;
  const pressed = useRef<Element>(undefined);
  if (!rows && query.error) return <Failure error={query.error} retry={() => query.refetch?.()} />;
  if (rows?.length === 0) return isValidElement(empty) ? empty : empty && <Empty {...empty} />;
  return (
    <>
      <div className="overflow-x-auto">
        <table role="table" aria-label={label} aria-busy={!rows} className="data-table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(column => (
                <th role="columnheader" scope="col" key={column.head} className={classOf(column)}>
                  {column.head || <span className="sr-only">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            onMouseDown={({ target }) => (pressed.current = target as Element)}
            onClick={event => openRow(event, pressed.current)}
          >
            {rows?.map(row => (
              <tr role="row" key={keyOf(row)} className={isNew?.(row) ? 'animate-highlight' : undefined}>
                <Cells columns={columns} content={column => contentOf(column, row)} />
              </tr>
            ))}
            {!rows &&
              Array.from({ length: skeletonRows }, (_, row) => (
                <tr role="row" key={row}>
                  <Cells
                    columns={columns}
                    content={() => (
                      <span className="my-1 block h-3.5 w-[min(100%,120px)] animate-fade rounded-sm bg-hover" />
                    )}
                  />
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {query.isFetchNextPageError && query.error && (
        <div className="px-4 py-3 sm:px-6">
          <ErrorText>{query.error.message}</ErrorText>
        </div>
      )}
      {rows && noun && <TableFooter query={query} count={plural(rows.length, noun)} />}
    </>
  );
}

const idOf = <Row,>(row: Row) => (row as { id: string }).id;

const CONTROLS = 'a, button, input, select, label, summary, [role="menuitem"]';

/**
 * Follows the link in the title of a clicked row, unless the click selected text. If new rows moved the pressed row away from
 * the pointer, the browser dispatches the click to the body of the table; then `pressed` is the element that was pressed.
 */
function openRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent, pressed?: Element): void {
  const hasMoved = target === currentTarget;
  const element = hasMoved ? pressed : (target as Element);
  const opener = element?.closest('tr')?.querySelector<HTMLElement>('td.phone-title :is(a[href], button.row-link)');
  const control = element?.closest(CONTROLS);
  if (!opener || (control && !(hasMoved && control === opener)) || getSelection()?.isCollapsed === false) return;
  opener.focus({ preventScroll: true });
  opener.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

function Cells<Row>(props: { columns: readonly Column<Row>[]; content: (column: Column<Row>) => ReactNode }) {
  return props.columns.map(column => (
    <td role="cell" key={column.head} className={classOf(column)} data-label={column.head}>
      {props.content(column)}
    </td>
  ));
}

function contentOf<Row>({ cell, note }: Column<Row>, row: Row): ReactNode {
  const content = cell(row) ?? <span className="no-value">–</span>;
  if (!note) return content;
  return (
    <span className="two-lines">
      {content}
      {note(row)}
    </span>
  );
}

const classOf = <Row,>({ phoneTitle, number, desktopOnly, phoneCorner, phoneHidden, head }: Column<Row>) =>
  [
    phoneTitle && 'phone-title',
    number && 'number',
    desktopOnly && 'desktop-only',
    phoneCorner && 'phone-corner',
    phoneHidden && 'phone-hidden',
    head === '' && 'row-actions',
  ]
    .filter(Boolean)
    .join(' ') || undefined;

const TableFooter = <Row,>({ query, count }: { query: TableQuery<Row>; count: string }) => (
  <footer className="flex min-h-12 items-center justify-between gap-3 border-t border-line px-4 py-2 text-sm sm:ps-6">
    <span className="text-muted" role="status">
      {count}
      {query.hasNextPage && ' loaded'}
    </span>
    {query.hasNextPage && (
      <Button
        label="Load more"
        small
        busy={query.isFetchingNextPage === true}
        onClick={() => void query.fetchNextPage?.()}
      />
    )}
  </footer>
);

/** The title of a row that opens something on the page. */
export const RowButton = ({ label, className = '', ...button }: ComponentProps<'button'> & { label: ReactNode }) => (
  <button type="button" className={`row-link ${className}`} {...button}>
    {label}
  </button>
);

interface PlainTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly { head: ReactNode; cell: (row: Row) => ReactNode }[];
  className?: string;
}

/** A small table, which looks the same on phones. The first column has the names of the rows. */
export const PlainTable = <Row,>({ label, rows, columns, className }: PlainTableProps<Row>) => (
  <table aria-label={label} className={className}>
    <thead>
      <tr>
        {columns.map(({ head }, column) => (
          <th key={column} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {columns.map(({ cell }, column) =>
            column === 0 ? (
              <th key={column} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={column}>{cell(row)}</td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A sentence instead of a table without rows, in a card. */
export const NoRows = ({ children }: { children: string }) => <p className="px-6 pt-2 pb-6 text-muted">{children}</p>;

/** Text on one line, with an ellipsis if it is too long. */
export const Truncated = ({ children }: { children: string }) => (
  <span className="inline-block max-w-50 truncate align-bottom max-sm:max-w-full" title={children}>
    {children}
  </span>
);

/** A region that scrolls a long table, and can have the focus, so that the keyboard can scroll it. */
export const ScrollRegion = (props: { label: string; className: string; children: ReactNode }) => (
  <div
    className={`max-h-95 overflow-auto border-line focus-visible:-outline-offset-2 *:overflow-visible [&_th]:sticky [&_th]:top-0 [&_th]:bg-card [&_th]:inset-shadow-[0_-1px_var(--line)] ${props.className}`}
    tabIndex={0}
    role="region"
    aria-label={props.label}
  >
    {props.children}
  </div>
);
