import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OverviewView } from '#usage/contract';
import { queries } from '../../api/queries';
import { searchExample } from '../../lib/curl';
import { stored } from '../../lib/local-storage';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { IconButton } from '../../ui/icon-button';
import { CodeBlock } from '../../ui/copy';
import { Loaded, Skeleton } from '../../ui/placeholders';

/** The first steps of a tenant, in order, each with a link to the page for the step. */
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
  const stateOf = (step: (typeof steps)[number]) => (step.isDone ? 'done' : step === next ? 'next' : 'later');
  return { steps, next, stateOf };
}

const MARKS = {
  done: 'border-transparent bg-ok-soft text-ok',
  next: 'border-transparent bg-accent-soft text-accent',
  later: 'border-line-strong text-secondary',
};

/** A circle in front of a step, with its number or a check mark. */
const Mark = ({ state, size, children }: { state: keyof typeof MARKS; size: string; children: ReactNode }) => (
  <span
    className={`grid place-items-center rounded-full border text-sm font-semibold ${size} ${MARKS[state]}`}
    aria-hidden
  >
    {children}
  </span>
);

const TITLES = {
  done: 'font-normal text-muted',
  next: 'font-medium text-primary',
  later: 'font-medium text-secondary',
};

const Title = ({ title, isDone }: { title: string; isDone: boolean }) => (
  <>
    {title}
    {isDone && <span className="sr-only"> (done)</span>}
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
      <Loaded query={keys} skeleton={<Skeleton lines={2} />}>
        {() => (
          <>
            {key ? (
              <p>
                You have <TenantLink to="./keys/$key" params={{ key: key.id }} label={key.name} /> (
                <code>{key.hint}</code>
                ). Its value was shown once, when it was created. If you did not save it, create another key.
              </p>
            ) : (
              <p>Every API call needs a key. The key defines the permissions and the rate limit.</p>
            )}
            <TenantLink
              {...createKey.link}
              variant={key ? undefined : 'primary'}
              label={key ? 'Create another key' : 'Create a key'}
            />
          </>
        )}
      </Loaded>
    ),
    request: (
      <>
        <p>Search for a domain here, and see the request and the response side by side.</p>
        <TenantLink
          {...sendRequest.link}
          variant={key && 'primary'}
          label={<>Send a request{key && <ArrowRight size={16} />}</>}
        />
        <p>Or use a terminal: insert the value of your key and run both commands.</p>
        <CodeBlock
          title="In a terminal"
          text={`export NAMEYARD_KEY=${key?.hint ?? 'ny_sandbox_…'}   # the full value\n\n${searchExample(tenant)}`}
        />
        <p className="flex items-center gap-2.5 font-medium text-primary" role="status">
          <span className="size-2.25 animate-pulse rounded-full bg-accent" aria-hidden />
          Waiting for your first request…
        </p>
      </>
    ),
    registration: <p>Order the domain, then check out. The payment is simulated: you are not charged.</p>,
    receiver: (
      <>
        <p>
          Nameyard notifies your system when a domain is registered, and retries failed deliveries. Without a public
          address, use <code>nameyard listen</code>.
        </p>
        <TenantLink {...addReceiver.link} label={addReceiver.action} />
      </>
    ),
  };
  return (
    <ol className="grid max-w-190">
      {steps.map((step, index) => (
        <li
          key={step.name}
          className="relative grid grid-cols-[30px_minmax(0,1fr)] gap-3 pb-9 before:absolute before:top-9 before:bottom-1.5 before:left-[14.5px] before:border-s before:border-line-strong last:before:hidden sm:gap-4.5"
        >
          <Mark state={stateOf(step)} size="size-7.5">
            {step.isDone ? <Check size={15} /> : index + 1}
          </Mark>
          <div className="grid grid-cols-1 justify-items-start gap-3 pt-1 text-secondary *:[figure]:w-full">
            <h2 className="text-primary">
              <Title {...step} />
            </h2>
            {content[step.name]}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The first steps and a link to the next one, until all are done or the user hides them. */
export function NextStep({ overview }: { overview: OverviewView }) {
  const hidden = stored(`steps-hidden.${useTenant()}`);
  const [isHidden, setIsHidden] = useState(() => hidden.get() !== null);
  const { steps, next, stateOf } = stepsOf(overview);
  if (!next || isHidden) return null;
  return (
    <section
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-card py-3.5 ps-4 pe-3.5 sm:ps-6"
      aria-label="First steps"
    >
      <ol className="grid gap-x-6 gap-y-2 sm:flex sm:flex-wrap">
        {steps.map(step => (
          <li key={step.name} className={`flex items-center gap-2 ${TITLES[stateOf(step)]}`}>
            <Mark state={stateOf(step)} size="size-5">
              {step.isDone && <Check size={13} />}
            </Mark>
            <Title {...step} />
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-1.5 max-sm:w-full max-sm:justify-between">
        <TenantLink {...next.link} variant="primary" small label={next.action} />
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
