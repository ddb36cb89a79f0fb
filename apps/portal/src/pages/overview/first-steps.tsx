import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { curl, SEARCH } from '../../api/curl';
import { q } from '../../api/queries';
import type { OverviewView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { buttonClass } from '../../ui/button';
import { Code } from '../../ui/copy';

/** What to do first, in a tenant where nothing has happened yet. */
export function FirstSteps({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const keys = useQuery(q.keys(tenant));
  const key = keys.data?.keys.find(({ status, scope }) => status === 'active' && scope === 'sandbox');
  const hint = key?.hint ?? 'ny_sandbox_…';
  const lines = `export NAMEYARD_KEY=${hint}   # the whole value\n\n${curl(tenant, SEARCH, { domain: 'my-first-shop.com' })}`;
  return (
    <ol className="steps">
      <Step number={1} isDone={overview.keys > 0} title="Get a key">
        {key ? (
          <p>
            You have{' '}
            <Link to="/t/$tenant/keys/$key" params={{ tenant, key: key.id }}>
              {key.name}
            </Link>{' '}
            (<code>{key.hint}</code>). Its whole value was shown once, when it was made; if nobody kept it, create
            another.
          </p>
        ) : (
          <p>Every call carries a key. It says who calls, what they may do, and how often.</p>
        )}
        <Link
          to="/t/$tenant/keys"
          params={{ tenant }}
          search={{ new: '1' }}
          className={buttonClass(key ? 'secondary' : 'primary')}
        >
          {key ? 'Create another key' : 'Create a key'}
        </Link>
      </Step>
      <Step number={2} isDone={false} title="Ask whether a name is free">
        <p>Put the value of your key into the first line, and paste both into a terminal.</p>
        <Code title="In a terminal" code={lines} />
        <p className="waiting-for" role="status">
          <span className="pulse" aria-hidden />
          Waiting for your first request …
        </p>
        <p>
          No terminal at hand?{' '}
          <Link to="/t/$tenant/try" params={{ tenant }}>
            Send it from this portal
          </Link>
          : search, order and check out, with request and response side by side.
        </p>
      </Step>
      <Step number={3} isDone={overview.receivers > 0} title="Hear of what happens">
        <p>A webhook tells your shop when a name was registered, and again until it has arrived.</p>
        <Link to="/t/$tenant/webhooks" params={{ tenant }} className={buttonClass('secondary')}>
          Add a receiver
        </Link>
      </Step>
    </ol>
  );
}

const Step = (props: { number: number; isDone: boolean; title: string; children: ReactNode }) => (
  <li className={`step ${props.isDone ? 'step-done' : ''}`}>
    <span className="step-mark" aria-hidden>
      {props.isDone ? <Check size={15} /> : props.number}
    </span>
    <div className="step-body">
      <h2>
        {props.title}
        {props.isDone && <span className="visually-hidden"> (done)</span>}
      </h2>
      {props.children}
    </div>
  </li>
);
