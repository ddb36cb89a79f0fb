import { RANGES, type RangeSearch, timeRange } from '../api/time-range';
import { Button } from './button';
import { FormDialog, openDialog } from './dialog';
import { Select, TextField } from './field';
import { useFields } from './form';
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
  const selected = optional && !value.range ? undefined : timeRange(value).value;
  const { from, to } = timeRange(value).span();
  const custom =
    selected === 'custom' ? `${format.format(new Date(from))} – ${format.format(new Date(to))}` : 'Custom range…';
  const openCustom = () =>
    openDialog(<CustomRange from={from} to={to} onApply={range => onChange({ range: 'custom', ...range })} />);
  return (
    <>
      <Select
        label="Time range"
        value={selected}
        empty={optional ? 'Any time' : undefined}
        options={[...RANGES, { value: 'custom' as const, label: custom }]}
        onChange={range => {
          if (range === 'custom') openCustom();
          else onChange({ range: range || undefined, from: undefined, to: undefined });
        }}
      />
      {selected === 'custom' && <Button label="Change" small onClick={openCustom} />}
    </>
  );
}

interface Span {
  from: string;
  to: string;
}

function CustomRange({ onApply, ...initial }: Span & { onApply: (range: Span) => void }) {
  const { values, field } = useFields({
    from: toInputValue(new Date(initial.from)),
    to: toInputValue(new Date(initial.to)),
  });
  const [start, end] = [new Date(values.from), new Date(values.to)];
  return (
    <FormDialog
      title="Custom time range"
      submit="Apply"
      disabled={!(start < end)} // also if one of them is incomplete
      onSubmit={async () => onApply({ from: start.toISOString(), to: end.toISOString() })}
      refetch={false}
    >
      <TextField label="From" type="datetime-local" {...field('from')} />
      <TextField
        label="To"
        type="datetime-local"
        {...field('to')}
        error={start >= end ? 'The end must be after the start' : undefined}
      />
    </FormDialog>
  );
}
