import { useMatches, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OpenedDialogs } from './dialog';

/** Route table entry of the current page. */
export const usePageInfo = () => useMatches({ select: matches => matches.at(-1)?.staticData ?? {} });

/** The head of a page and its content; sets the title of the window. */
export function Page(props: {
  /** Title of the page, by default that of its route. */
  title?: string;
  /** Link to the parent page. */
  parent?: ReactNode;
  description?: ReactNode;
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
          {props.description && <p className="mt-1 max-w-[68ch] text-secondary">{props.description}</p>}
        </div>
        {props.actions && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{props.actions}</div>}
      </header>
      {props.children}
      <OpenedDialogs />
    </div>
  );
}

/** Links to pages that belong together. */
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
  description?: string;
  actions?: ReactNode;
  children?: ReactNode;
  /** Without padding, for tables. */
  flush?: boolean;
}) {
  return (
    <section className={`card ${props.flush ? 'card-flush' : ''}`}>
      {props.title && (
        <header className="card-head">
          <div>
            <h2>{props.title}</h2>
            {props.description && <p className="description">{props.description}</p>}
          </div>
          {props.actions && <div className="card-actions">{props.actions}</div>}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** A list of names and values; undefined values are left out. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="facts">
    {Object.entries(facts).map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** The headers of a request or of a response. */
export const Headers = ({ headers, className = '' }: { headers: Record<string, string>; className?: string }) => (
  <dl className={`grid gap-1 font-mono text-xs empty:hidden ${className}`}>
    {Object.entries(headers).map(([name, value]) => (
      <div key={name} className="grid grid-cols-[minmax(110px,170px)_minmax(0,1fr)] gap-2.5">
        <dt className="text-muted">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
