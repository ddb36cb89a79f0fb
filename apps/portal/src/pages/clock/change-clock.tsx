import { useState } from 'react';
import type { AdvanceRequest, ClockChanged } from '#testcontrol/contract';
import { callApi, idempotentCall } from '../../api/client';
import { useTenant } from '../../shell/session';
import { SegmentedField, TextField } from '../../ui/field';
import { ErrorText, Form, useFields, useFormError } from '../../ui/form';
import { Card } from '../../ui/page';
import { ResetSandbox } from '../sandbox/order-labels';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { DurationField } from '../../ui/duration-field';
import { formatUtc, fromInputValue } from '../../ui/time';
import { formatSpan } from '../../lib/time-span';

const MODES = { frozen: 'Frozen', running: 'Running', real: 'Real time' };

type Mode = keyof typeof MODES;

const TEXTS: Record<Mode, { submit: string; hint: string }> = {
  frozen: { submit: 'Freeze', hint: 'The clock stands still until you change it.' },
  running: { submit: 'Let it run', hint: 'The clock runs at the speed of real time.' },
  real: {
    submit: 'Return to real time',
    hint: 'Possible while nothing in this sandbox is dated later than real time.',
  },
};

export function SetClock({ onChanged }: { onChanged: (change: ClockChanged) => void }) {
  const tenant = useTenant();
  const { values, field } = useFields<{ mode: Mode; now: string }>({ mode: 'frozen', now: '' });
  const { mode, now } = values;
  const { submit, hint } = TEXTS[mode];
  const send = () =>
    callApi<ClockChanged>('PUT', ['tenants', tenant, 'clock'], {
      mode,
      ...(mode !== 'real' && now !== '' && { now: fromInputValue(`${now}Z`) }),
    });
  return (
    <Card title="Freeze or run" description="Freeze the clock to make dates predictable, for example in tests.">
      <div className="grid grid-cols-1 gap-4.5">
        <SegmentedField label="Mode" options={MODES} {...field('mode')} hint={hint} />
        <Form key={mode} onSubmit={send} done={describeChange} onSuccess={onChanged} submit={submit}>
          {mode !== 'real' && (
            <TextField
              label="Time (UTC), optional"
              {...field('now')}
              hint="By default the present time of the clock."
              type="datetime-local"
              step={1}
            />
          )}
          <BackwardsHelp />
        </Form>
      </div>
    </Card>
  );
}

/** Offers a reset when the clock cannot be set back. */
function BackwardsHelp() {
  if (useFormError()?.code !== 'CLOCK_BACKWARDS') return null;
  return (
    <div className="order-1 flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <span>
        A reset removes all orders and domains, returns the clock to real time, and restores the default settings of the
        registry.
      </span>
      <ResetSandbox />
    </div>
  );
}

const STEPS = [
  { by: 'P1D', label: '1 day' },
  { by: 'P1M', label: '1 month' },
  { by: 'P1Y', label: '1 year' },
];

const KINDS = { by: 'By a duration', to: 'To a time' };

interface AdvanceProps {
  /** The time of the clock. */
  present: Date;
  onChanged: (change: ClockChanged) => void;
}

export function AdvanceClock({ present, onChanged }: AdvanceProps) {
  const tenant = useTenant();
  const [call] = useState(() => idempotentCall<ClockChanged>());
  const advance = (body: AdvanceRequest) => call('POST', ['tenants', tenant, 'clock', 'advance'], body);
  const options = { done: describeChange, onSuccess: onChanged, errors: 'form' } as const;
  const step = useAction(advance, options);
  const { values, field } = useFields({ kind: 'by', by: '', to: '' });
  const isBy = values.kind === 'by';
  const value = isBy ? values.by.trim() : values.to;
  return (
    <Card
      title="Advance"
      description="Everything that falls due on the way happens, in order. The clock cannot be set back."
    >
      <div className="grid grid-cols-1 gap-4.5">
        <div className="flex flex-wrap gap-2" role="group" aria-label="Advance the clock by">
          {STEPS.map(({ by, label }) => (
            <Button
              label={label}
              key={by}
              busy={step.isPending && step.variables.by === by}
              disabled={step.isPending}
              onClick={() => step.mutate({ by })}
            />
          ))}
        </div>
        {step.error && <ErrorText>{step.error.fieldError('by') ?? step.error.message}</ErrorText>}
        <Form
          onSubmit={() => advance(isBy ? { by: value } : { to: fromInputValue(`${value}Z`) })}
          {...options}
          submit="Advance"
          disabled={value === ''}
        >
          <SegmentedField label="Advance" options={KINDS} {...field('kind')} />
          {isBy ? (
            <DurationField
              label="Duration"
              {...field('by')}
              units={['day', 'month', 'year', 'hour', 'minute']}
              from={present}
              hint="ISO 8601, for example P30D, P1Y2M10D or PT12H."
            />
          ) : (
            <TextField
              label="Time (UTC)"
              {...field('to')}
              hint={`${describeTime(present, values.to)}At most 20 years ahead of real time.`}
              type="datetime-local"
              step={1}
            />
          )}
        </Form>
      </div>
    </Card>
  );
}

/** A time in words and in ISO 8601; empty if it is not after the present time of the clock. */
function describeTime(present: Date, input: string): string {
  const at = new Date(`${input}Z`);
  if (Number.isNaN(at.getTime()) || at <= present) return '';
  return `In ${formatSpan(present, at)}: ${at.toISOString()}. `;
}

export const describeChange = ({ now, mode }: ClockChanged): string =>
  mode === 'real' ? 'The clock follows real time.' : `The clock shows ${formatUtc(now)}.`;
