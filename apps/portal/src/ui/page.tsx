import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The head of a page; its title is the window's too. */
export function Page(props: {
  title: string;
  /** Before the title: where this page lies. */
  above?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { tenant } = useParams({ strict: false });
  return (
    <div className="page">
      <title>{[props.title, tenant, 'Nameyard'].filter(Boolean).join(' · ')}</title>
      <header className="page-head">
        <div>
          {props.above && <p className="above">{props.above}</p>}
          <h1>{props.title}</h1>
          {props.about && <p className="about">{props.about}</p>}
        </div>
        {props.actions && <div className="page-actions">{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}

export function Card(props: {
  title?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  className?: string;
}) {
  return (
    <section className={`card ${props.flush ? 'card-flush' : ''} ${props.className ?? ''}`}>
      {props.title && (
        <header className="card-head">
          <div>
            <h2>{props.title}</h2>
            {props.about && <p className="about">{props.about}</p>}
          </div>
          {props.actions && <div className="card-actions">{props.actions}</div>}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** Names and what they are, one a line. */
export const Facts = ({ facts }: { facts: [name: string, value: ReactNode][] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
