import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { curl, SEARCH } from '../../api/curl';
import { q } from '../../api/queries';
import type { OverviewView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { buttonClass } from '../../ui/button';
import { Code } from '../../ui/copy';
import { progressOf } from './progress';

/** What to do first, in a tenant where nothing has happened yet. */
export function FirstSteps({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const params = { tenant };
  const keys = useQuery(q.keys(tenant));
  const key = keys.data?.keys.find(({ status, scope }) => status === 'active' && scope === 'sandbox');
  const hint = key?.hint ?? 'ny_sandbox_…';
  const lines = `export NAMEYARD_KEY=${hint}   # the whole value\n\n${curl(tenant, SEARCH, { domain: 'my-first-shop.com' })}`;
  const { done, next } = progressOf(overview);
  const step = (name: keyof typeof done) => ({ isDone: done[name], isNext: next === name });
  return (
    <ol className="steps">
      <Step number={1} {...step('key')} title="Get a key">
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
          params={params}
          search={{ new: '1' }}
          className={buttonClass(key ? 'secondary' : 'primary')}
        >
          {key ? 'Create another key' : 'Create a key'}
        </Link>
      </Step>
      <Step number={2} {...step('request')} title="Ask whether a name is free">
        <p>Send the first call from here, with request and response side by side.</p>
        <Link to="/t/$tenant/try" params={params} className={buttonClass(key ? 'primary' : 'secondary')}>
          Send it from this portal
          <ArrowRight size={16} aria-hidden />
        </Link>
        <p>Or from a terminal: put the value of your key into the first line, and paste both.</p>
        <Code title="In a terminal" code={lines} />
        <p className="waiting-for" role="status">
          <span className="pulse" aria-hidden />
          Waiting for your first request …
        </p>
      </Step>
      <Step number={3} {...step('registration')} title="Register it">
        <p>Order the name, then check out. The payment is a test: nothing is bought, and nobody is charged.</p>
      </Step>
      <Step number={4} {...step('receiver')} title="Get your first webhook">
        <p>Your shop is told when a name was registered, again and again until it has answered.</p>
        <Link to="/t/$tenant/webhooks" params={params} search={{ new: '1' }} className={buttonClass('secondary')}>
          Add a receiver
        </Link>
      </Step>
    </ol>
  );
}

const Step = (props: { number: number; isDone: boolean; isNext: boolean; title: string; children: ReactNode }) => (
  <li className={`step ${props.isDone ? 'step-done' : props.isNext ? 'step-next' : ''}`}>
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
