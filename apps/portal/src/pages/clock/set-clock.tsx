import type { ClockChanged } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { useTenant } from '../../shell/session';
import { SegmentedField, TextField } from '../../ui/field';
import { Form, useFields, useFormError } from '../../ui/form';
import { Card } from '../../ui/page';
import { ResetSandbox } from '../sandbox/reset-sandbox';
import { describeChange, fromUtcInput } from './times';

const MODES = [
  { value: 'frozen', label: 'Frozen' },
  { value: 'running', label: 'Running' },
  { value: 'real', label: 'Real time' },
] as const;

type Mode = (typeof MODES)[number]['value'];

const TEXTS: Record<Mode, { submit: string; hint: string }> = {
  frozen: { submit: 'Freeze', hint: 'The clock stands still until you change it.' },
  running: { submit: 'Let it run', hint: 'The clock runs at the speed of real time.' },
  real: {
    submit: 'Return to real time',
    hint: 'Possible while nothing in this sandbox is dated later than real time.',
  },
};

/** Freezes the clock, lets it run, or returns to real time. */
export function SetClock({ onChanged }: { onChanged: (change: ClockChanged) => void }) {
  const tenant = useTenant();
  const { values, field } = useFields<{ mode: Mode; now: string }>({ mode: 'frozen', now: '' });
  const { mode, now } = values;
  const { submit, hint } = TEXTS[mode];
  const send = () =>
    callApi<ClockChanged>('PUT', ['tenants', tenant, 'clock'], {
      mode,
      ...(mode !== 'real' && now !== '' && { now: fromUtcInput(now) }),
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

/** Offers the only way back. */
function BackwardsHelp() {
  if (useFormError()?.code !== 'CLOCK_BACKWARDS') return null;
  return (
    <div className="order-1 flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <span>A reset removes all orders and domains, and returns the clock to real time.</span>
      <ResetSandbox />
    </div>
  );
}
