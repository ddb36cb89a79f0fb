import { useMatches, useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { OpenedDialogs } from './opened-dialogs';
import { type EmptyProps } from './placeholders';
import { Table } from './table';

/** Route table entry of the current page. */
export const usePageInfo = () => useMatches({ select: matches => matches.at(-1)?.staticData ?? {} });

/** The head of a page and its content; sets the title of the window. */
export function Page(props: {
  /** Title of the page, by default the title of its route. */
  title?: string;
  /** Link to the parent page. */
  parent?: ReactNode;
  description?: ReactNode;
  /** The page of the documentation about this one. */
  docs?: { href: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { tenant } = useParams({ strict: false });
  const { title = '' } = usePageInfo();
  const heading = props.title ?? title;
  return (
    <div className="mx-auto grid max-w-280 grid-cols-1 gap-6 [:root:not(:has(#main))_&]:px-6 [:root:not(:has(#main))_&]:py-12">
      <title>{[heading, tenant, 'Nameyard'].filter(Boolean).join(' · ')}</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {props.parent && <p className="mb-1 text-sm [&_a]:text-muted">{props.parent}</p>}
          <h1>{heading}</h1>
          {props.description && (
            <p className="mt-1 max-w-[68ch] text-secondary">
              {props.description} {props.docs && <a href={props.docs.href}>{props.docs.label}</a>}
            </p>
          )}
        </div>
        {props.actions && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{props.actions}</div>}
      </header>
      {props.children}
      <OpenedDialogs />
    </div>
  );
}

/** Tabs: links to related pages. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav
    aria-label={label}
    className="flex gap-5 border-b border-line *:-mb-px *:border-b-2 *:border-transparent *:px-0.5 *:pt-2 *:pb-2.5 *:font-medium *:text-secondary *:no-underline *:hover:text-primary *:aria-[current=page]:border-accent *:aria-[current=page]:text-primary"
  >
    {children}
  </nav>
);

export function Card(props: {
  title?: string;
  description?: string | undefined;
  actions?: ReactNode;
  children?: ReactNode;
  /** Without padding, for tables. */
  flush?: boolean;
}) {
  return (
    <section
      className={`min-w-0 rounded-xl border border-line bg-card ${props.flush ? '' : 'px-4 py-4.5 sm:px-6 sm:py-5.5'}`}
    >
      {props.title && (
        <header
          className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 ${props.flush ? 'px-4 pt-4 pb-2.5 sm:px-6 sm:pt-5.5 sm:pb-3.5' : 'not-last:mb-4.5'}`}
        >
          <div>
            <h2>{props.title}</h2>
            {props.description && <p className="mt-px max-w-[68ch] text-sm text-secondary">{props.description}</p>}
          </div>
          {props.actions && <div className="flex flex-wrap items-center gap-2">{props.actions}</div>}
        </header>
      )}
      {props.children}
    </section>
  );
}

const LISTS = {
  card: {
    list: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-x-6 gap-y-4.5 max-sm:in-[section]:grid-cols-2 max-sm:in-[section]:gap-4',
    row: 'min-w-0 max-sm:has-[ul,code+button]:col-span-full sm:has-[code+button]:col-span-2',
    name: 'text-sm text-muted',
    value: 'mt-0.5',
  },
  panel: {
    list: 'grid grid-cols-1',
    row: 'grid grid-cols-[92px_minmax(0,1fr)] gap-3 border-b border-line py-2.25 last:border-0 sm:grid-cols-[112px_minmax(0,1fr)]',
    name: 'text-sm text-muted',
    value: '',
  },
  /** The headers of a request or of a response. */
  headers: {
    list: 'grid gap-1 font-mono text-xs empty:hidden',
    row: 'grid grid-cols-[minmax(110px,170px)_minmax(0,1fr)] gap-2.5',
    name: 'text-muted',
    value: '',
  },
};

interface FactsProps {
  facts: Record<string, ReactNode>;
  /** By default in a card or a dialog. */
  kind?: keyof typeof LISTS;
  className?: string;
}

/** A list of names and values, without undefined values. */
export function Facts({ facts, kind = 'card', className = '' }: FactsProps) {
  const classes = LISTS[kind];
  return (
    <dl className={`${classes.list} ${className}`}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className={classes.row}>
              <dt className={classes.name}>{name}</dt>
              <dd className={`wrap-anywhere ${classes.value}`}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type ListPageProps<Row> = Pick<ComponentProps<typeof Page>, 'description' | 'docs' | 'actions'> &
  Omit<ComponentProps<typeof Table<Row>>, 'label' | 'empty'> & {
    /** Shown if there are no rows, by default with the icon of the page. */
    empty: EmptyProps;
    /** Filters above the table. */
    children?: ReactNode;
    /** Content below the table. */
    below?: ReactNode;
  };

/** A page with one table. The title of the page is the name of the table. */
export function ListPage<Row>({ description, docs, actions, children, below, empty, ...table }: ListPageProps<Row>) {
  const { title = '', icon } = usePageInfo();
  return (
    <Page description={description} docs={docs} actions={actions}>
      {children}
      <Card flush>
        <Table<Row> {...table} label={title} empty={{ ...(icon && { icon }), ...empty }} />
      </Card>
      {below}
    </Page>
  );
}

type TableCardProps<Row> = Omit<ComponentProps<typeof Card>, 'title' | 'flush'> &
  Omit<ComponentProps<typeof Table<Row>>, 'label'> & { title: string };

/** A card with one table, below `children`. The title of the card is the name of the table. */
export const TableCard = <Row,>({ title, description, actions, children, ...table }: TableCardProps<Row>) => (
  <Card flush title={title} description={description} actions={actions}>
    {children}
    <Table<Row> {...table} label={title} />
  </Card>
);
