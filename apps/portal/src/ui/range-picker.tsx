import { useState } from 'react';
import { RANGES, type RangeSearch, timeRange } from '../api/time-range';
import { Button } from './button';
import { Dialog } from './dialog';
import { Select, TextField } from './field';
import { Form } from './form';
import { toInputValue } from './time';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface RangePickerProps {
  value: RangeSearch;
  /** Adds the option "Any time". */
  optional?: boolean;
  onChange: (value: RangeSearch) => void;
}

/** Selects a relative or a custom time range. */
export function RangePicker({ value, optional, onChange }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const selected = optional && !value.range ? undefined : timeRange(value).value;
  const { from, to } = timeRange(value).span();
  const custom =
    selected === 'custom' ? `${format.format(new Date(from))} – ${format.format(new Date(to))}` : 'Custom range…';
  return (
    <>
      <Select
        label="Time range"
        value={selected}
        empty={optional ? 'Any time' : undefined}
        options={[...RANGES, { value: 'custom' as const, label: custom }]}
        onChange={range => {
          if (range === 'custom') setIsOpen(true);
          else onChange({ range: range || undefined, from: undefined, to: undefined });
        }}
      />
      {selected === 'custom' && (
        <Button small onClick={() => setIsOpen(true)}>
          Change
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Custom time range">
        <CustomRange
          from={from}
          to={to}
          onCancel={() => setIsOpen(false)}
          onSubmit={range => {
            setIsOpen(false);
            onChange({ range: 'custom', ...range });
          }}
        />
      </Dialog>
    </>
  );
}

function CustomRange(props: {
  from: string;
  to: string;
  onCancel: () => void;
  onSubmit: (range: { from: string; to: string }) => void;
}) {
  const [from, setFrom] = useState(() => toInputValue(new Date(props.from)));
  const [to, setTo] = useState(() => toInputValue(new Date(props.to)));
  const submit = () => props.onSubmit({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  const error = from && to && from >= to ? 'The end must be after the start' : undefined;
  return (
    <Form submit="Apply" disabled={!from || !to || from >= to} onCancel={props.onCancel} onSubmit={submit}>
      <TextField label="From" type="datetime-local" value={from} onChange={setFrom} />
      <TextField label="To" type="datetime-local" value={to} onChange={setTo} error={error} />
    </Form>
  );
}
