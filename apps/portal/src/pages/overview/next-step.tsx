import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { OverviewView } from '../../api/types';
import { stored } from '../../lib/local-storage';
import { useTenant } from '../../shell/session';
import { buttonClass, IconButton } from '../../ui/button';
import { stepsOf } from './steps';

/** The remaining first steps, until all are done or the user hides them. */
export function NextStep({ overview }: { overview: OverviewView }) {
  const tenant = useTenant();
  const hidden = stored(`steps-hidden.${tenant}`);
  const [isHidden, setIsHidden] = useState(() => hidden.get() !== null);
  const { steps, next } = stepsOf(overview, tenant);
  if (!next || isHidden) return null;
  return (
    <section className="next-step" aria-label="First steps">
      <ol>
        {steps.map(({ name, title, isDone }) => (
          <li key={name} className={isDone ? 'step-done' : name === next.name ? 'step-next' : undefined}>
            <span className="step-mark" aria-hidden>
              {isDone && <Check size={13} />}
            </span>
            {title}
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
      <div className="next-step-actions">
        <Link {...next.link} className={buttonClass('primary', true)}>
          {next.action}
        </Link>
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
