import { useState } from 'react';
import type { AdvanceRequest, ClockChanged } from '#testcontrol/contract';
import { idempotentCall } from '../../api/client';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { SegmentedField, TextField } from '../../ui/field';
import { ErrorText, Form, useFields } from '../../ui/form';
import { Card } from '../../ui/page';
import { describeChange, fromUtcInput } from './times';

const STEPS = [
  { by: 'P1D', label: '1 day' },
  { by: 'P1M', label: '1 month' },
  { by: 'P1Y', label: '1 year' },
];

const KINDS = [
  { value: 'by', label: 'By a duration' },
  { value: 'to', label: 'To a time' },
] as const;

interface AdvanceProps {
  onChanged: (change: ClockChanged) => void;
}

/** Moves the clock forward. */
export function AdvanceClock({ onChanged }: AdvanceProps) {
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
              key={by}
              busy={step.isPending && step.variables.by === by}
              disabled={step.isPending}
              onClick={() => step.mutate({ by })}
            >
              {label}
            </Button>
          ))}
        </div>
        {step.error && <ErrorText>{step.error.fieldError('by') ?? step.error.message}</ErrorText>}
        <Form
          onSubmit={() => advance(isBy ? { by: value } : { to: fromUtcInput(value) })}
          {...options}
          submit="Advance"
          disabled={value === ''}
        >
          <SegmentedField label="Advance" options={KINDS} {...field('kind')} />
          {isBy ? (
            <TextField
              label="Duration"
              {...field('by')}
              hint="ISO 8601, for example P30D, P1Y2M10D or PT12H."
              placeholder="P30D"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          ) : (
            <TextField
              label="Time (UTC)"
              {...field('to')}
              hint="At most 20 years ahead of real time."
              type="datetime-local"
              step={1}
            />
          )}
        </Form>
      </div>
    </Card>
  );
}
