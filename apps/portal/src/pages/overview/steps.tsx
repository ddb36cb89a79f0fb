import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OverviewView } from '#usage/contract';
import { queries } from '../../api/queries';
import { searchExample } from '../../lib/curl';
import { stored } from '../../lib/local-storage';
import { TenantLink, useTenant } from '../../shell/session';
import { buttonClass, IconButton } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';

/** The first steps of a tenant, in order; each has a link to where it is done. */
function stepsOf(overview: OverviewView) {
  const steps = [
    {
      name: 'key',
      title: 'Create an API key',
      action: 'Create a key',
      isDone: overview.keys > 0,
      link: { to: './keys', search: { new: '1' } },
    },
    {
      name: 'request',
      title: 'Send a request',
      action: 'Try it',
      isDone: overview.first_request_at !== null,
      link: { to: './try', search: {} },
    },
    {
      name: 'registration',
      title: 'Register a domain',
      action: 'Order a domain',
      isDone: overview.first_registration_at !== null,
      link: { to: './try', search: { call: 'order' } },
    },
    {
      name: 'receiver',
      title: 'Receive a webhook',
      action: 'Add a receiver',
      isDone: overview.receivers > 0,
      link: { to: './webhooks', search: { new: '1' } },
    },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone);
  const stateOf = (step: (typeof steps)[number]) => (step.isDone ? 'step-done' : step === next ? 'step-next' : '');
  return { steps, next, stateOf };
}

const Title = ({ title, isDone }: { title: string; isDone: boolean }) => (
  <>
    {title}
    {isDone && <span className="visually-hidden"> (done)</span>}
  </>
);

/** Shown instead of the overview until the tenant sends its first request. */
export function FirstSteps({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const keys = useQuery(queries.keys(tenant));
  const key = keys.data?.keys.find(({ status, scope }) => status === 'active' && scope === 'sandbox');
  const { steps, stateOf } = stepsOf(overview);
  const [createKey, sendRequest, , addReceiver] = steps;
  const content: Record<(typeof steps)[number]['name'], ReactNode> = {
    key: (
      <>
        {key ? (
          <p>
            You have{' '}
            <TenantLink to="./keys/$key" params={{ key: key.id }}>
              {key.name}
            </TenantLink>{' '}
            (<code>{key.hint}</code>). Its value was shown once, when it was created. If you did not save it, create
            another key.
          </p>
        ) : (
          <p>Every API call needs a key. The key defines the permissions and the rate limit.</p>
        )}
        <TenantLink {...createKey.link} className={buttonClass(key ? 'secondary' : 'primary')}>
          {key ? 'Create another key' : 'Create a key'}
        </TenantLink>
      </>
    ),
    request: (
      <>
        <p>Search for a domain here, and see the request and the response side by side.</p>
        <TenantLink {...sendRequest.link} className={buttonClass(key ? 'primary' : 'secondary')}>
          Send a request
          <ArrowRight size={16} />
        </TenantLink>
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
        <TenantLink {...addReceiver.link} className={buttonClass()}>
          {addReceiver.action}
        </TenantLink>
      </>
    ),
  };
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li key={step.name} className={`step ${stateOf(step)}`}>
          <span className="step-mark" aria-hidden>
            {step.isDone ? <Check size={15} /> : index + 1}
          </span>
          <div className="step-body">
            <h2>
              <Title {...step} />
            </h2>
            {content[step.name]}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The remaining first steps, until all are done or the user hides them. */
export function NextStep({ overview }: { overview: OverviewView }) {
  const hidden = stored(`steps-hidden.${useTenant()}`);
  const [isHidden, setIsHidden] = useState(() => hidden.get() !== null);
  const { steps, next, stateOf } = stepsOf(overview);
  if (!next || isHidden) return null;
  return (
    <section className="next-step" aria-label="First steps">
      <ol>
        {steps.map(step => (
          <li key={step.name} className={stateOf(step)}>
            <span className="step-mark" aria-hidden>
              {step.isDone && <Check size={13} />}
            </span>
            <Title {...step} />
          </li>
        ))}
      </ol>
      <div className="next-step-actions">
        <TenantLink {...next.link} className={buttonClass('primary', true)}>
          {next.action}
        </TenantLink>
        <IconButton
          label="Hide the first steps"
          icon={X}
          onClick={() => {
            hidden.set('1');
            setIsHidden(true);
          }}
        />
      </div>
    </section>
  );
}
