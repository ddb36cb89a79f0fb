import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { OverviewView } from '../../api/types';
import { useTenant } from '../../shell/session';
import { buttonClass, IconButton } from '../../ui/button';
import { progressOf } from './progress';

const STEPS = [
  { name: 'key', title: 'Get a key', action: 'Create a key', to: '/t/$tenant/keys', search: { new: '1' } },
  { name: 'request', title: 'Send a request', action: 'Try it', to: '/t/$tenant/try', search: {} },
  {
    name: 'registration',
    title: 'Register a name',
    action: 'Order a name',
    to: '/t/$tenant/try',
    search: { call: 'order' },
  },
  {
    name: 'receiver',
    title: 'Get your first webhook',
    action: 'Add a receiver',
    to: '/t/$tenant/webhooks',
    search: { new: '1' },
  },
] as const;

const hiddenIn = (tenant: string) => `nameyard.steps-hidden.${tenant}`;

/** What is left of the first steps, until they are done or somebody has seen enough of them. */
export function NextStep({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const [isHidden, setIsHidden] = useState(() => isNoted(hiddenIn(tenant)));
  const { done, next } = progressOf(overview);
  const step = STEPS.find(({ name }) => name === next);
  if (!step || isHidden) return null;
  return (
    <section className="next-step" aria-label="First steps">
      <ol>
        {STEPS.map(({ name, title }) => (
          <li key={name} className={done[name] ? 'step-done' : name === next ? 'step-next' : undefined}>
            <span className="step-mark" aria-hidden>
              {done[name] && <Check size={13} />}
            </span>
            {title}
            {done[name] && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
      <div className="next-step-acts">
        <Link
          to={step.to as LinkProps['to']}
          params={{ tenant } as never}
          search={step.search as never}
          className={buttonClass('primary', true)}
        >
          {step.action}
        </Link>
        <IconButton
          label="Hide the first steps"
          onClick={() => {
            note(hiddenIn(tenant));
            setIsHidden(true);
          }}
        >
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}

function isNoted(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

function note(name: string): void {
  try {
    localStorage.setItem(name, '1');
  } catch {
    // They are hidden until the page is left.
  }
}
