import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries';
import type { OverviewView } from '../../api/types';
import { searchExample } from '../../lib/curl';
import { useTenant } from '../../shell/session';
import { buttonClass } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { stepsOf } from './steps';

/** Shown instead of the overview until the tenant sends its first request. */
export function FirstSteps({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const keys = useQuery(queries.keys(tenant));
  const key = keys.data?.keys.find(({ status, scope }) => status === 'active' && scope === 'sandbox');
  const { steps, next } = stepsOf(overview, tenant);
  const [createKey, sendRequest, , addReceiver] = steps;
  const content: Record<(typeof steps)[number]['name'], ReactNode> = {
    key: (
      <>
        {key ? (
          <p>
            You have{' '}
            <Link to="/t/$tenant/keys/$key" params={{ tenant, key: key.id }}>
              {key.name}
            </Link>{' '}
            (<code>{key.hint}</code>). Its value was shown once, when it was created. If you did not save it, create
            another key.
          </p>
        ) : (
          <p>Every API call needs a key. The key defines the permissions and the rate limit.</p>
        )}
        <Link {...createKey.link} className={buttonClass(key ? 'secondary' : 'primary')}>
          {key ? 'Create another key' : 'Create a key'}
        </Link>
      </>
    ),
    request: (
      <>
        <p>Search for a domain here, and see the request and the response side by side.</p>
        <Link {...sendRequest.link} className={buttonClass(key ? 'primary' : 'secondary')}>
          Send a request
          <ArrowRight size={16} />
        </Link>
        <p>Or use a terminal: insert the value of your key and run both commands.</p>
        <CodeBlock
          title="In a terminal"
          text={`export NAMEYARD_KEY=${key?.hint ?? 'ny_sandbox_…'}   # the full value\n\n${searchExample(tenant)}`}
        />
        <p className="waiting" role="status">
          <span className="pulse" aria-hidden />
          Waiting for your first request…
        </p>
      </>
    ),
    registration: <p>Order the domain, then check out. The payment is simulated: you are not charged.</p>,
    receiver: (
      <>
        <p>Nameyard notifies your system when a domain is registered, and retries until your system responds.</p>
        <Link {...addReceiver.link} className={buttonClass()}>
          {addReceiver.action}
        </Link>
      </>
    ),
  };
  return (
    <ol className="steps">
      {steps.map(({ name, title, isDone }, index) => (
        <li key={name} className={`step ${isDone ? 'step-done' : next?.name === name ? 'step-next' : ''}`}>
          <span className="step-mark" aria-hidden>
            {isDone ? <Check size={15} /> : index + 1}
          </span>
          <div className="step-body">
            <h2>
              {title}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </h2>
            {content[name]}
          </div>
        </li>
      ))}
    </ol>
  );
}
