import { useState } from 'react';
import { RANGES, type RangeInAddress, rangeOf, type RangeName } from '../api/range';
import { Button } from './button';
import { Dialog, DialogForm } from './dialog';
import { Field, Input, Select } from './field';
import { forInput } from './time';

/** Which time a page is about. `any` lets it be about all time. */
export function RangePicker(props: {
  value: RangeInAddress;
  usual?: RangeName;
  any?: boolean;
  onChange: (value: RangeInAddress) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isAny = props.any && props.value.range === undefined;
  const range = rangeOf(props.value, props.usual);
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const { from, to } = range.span();
  return (
    <>
      <Select
        aria-label="Time range"
        value={isAny ? '' : range.value}
        onChange={event => {
          const range = event.target.value;
          if (range === 'custom') setIsOpen(true);
          else props.onChange({ range: range || undefined, from: undefined, to: undefined });
        }}
      >
        {props.any && <option value="">Any time</option>}
        {RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="custom">
          {range.value === 'custom' && !isAny
            ? `${format.format(new Date(from))} – ${format.format(new Date(to))}`
            : 'From … to …'}
        </option>
      </Select>
      {range.value === 'custom' && !isAny && (
        <Button small onClick={() => setIsOpen(true)}>
          Change
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Choose a time range">
        <Custom
          from={new Date(from)}
          to={new Date(to)}
          onCancel={() => setIsOpen(false)}
          onChoose={(from, to) => {
            setIsOpen(false);
            props.onChange({ range: 'custom', from, to });
          }}
        />
      </Dialog>
    </>
  );
}

function Custom(props: { from: Date; to: Date; onCancel: () => void; onChoose: (from: string, to: string) => void }) {
  const [from, setFrom] = useState(forInput(props.from));
  const [to, setTo] = useState(forInput(props.to));
  const isRight = from !== '' && to !== '' && from < to;
  return (
    <DialogForm
      submit="Show"
      busy={false}
      disabled={!isRight}
      onCancel={props.onCancel}
      onSubmit={() => props.onChoose(new Date(from).toISOString(), new Date(to).toISOString())}
    >
      <Field label="From">
        <Input type="datetime-local" value={from} onChange={event => setFrom(event.target.value)} />
      </Field>
      <Field label="To" error={from && to && from >= to ? 'The end must be after the beginning' : undefined}>
        <Input type="datetime-local" value={to} onChange={event => setTo(event.target.value)} />
      </Field>
    </DialogForm>
  );
}
