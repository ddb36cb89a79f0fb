import { useState } from 'react';
import { addDuration, describeDuration, type DurationUnit, formatIsoDuration, parseDuration } from '../lib/duration';
import { Field, type FieldProps, LITERAL, Select } from './field';
import { formatUtc } from './time';

interface DurationFieldProps extends FieldProps {
  label: string;
  units: readonly DurationUnit[];
  /** ISO 8601. */
  value: string;
  onChange: (value: string) => void;
  /** Start of the duration; the field shows its end. */
  from: Date;
}

/** A field for a duration, as a number with a unit or in ISO 8601. Shows the duration in words, and its end. */
export function DurationField({ units, value, onChange, from, hint, ...field }: DurationFieldProps) {
  const amounts = parseDuration(value);
  const single = amounts?.length === 1 && units.includes(amounts[0]!.unit) ? amounts[0] : undefined;
  // Keeps the unit while the number is empty.
  const [unit, setUnit] = useState(units[0]!);
  if (single && single.unit !== unit) setUnit(single.unit);
  const setNumber = (text: string) => {
    const amount = Number(text);
    if (text === '') onChange('');
    else if (Number.isSafeInteger(amount) && amount > 0) onChange(formatIsoDuration({ unit, amount }));
  };
  const end = amounts && addDuration(from, amounts);
  return (
    <Field
      {...field}
      hint={
        <>
          {end && !Number.isNaN(end.getTime()) && (
            <span className="block text-primary">
              {describeDuration(amounts)}, until {formatUtc(end)}
            </span>
          )}
          {hint}
        </>
      }
    >
      {control => (
        <span
          role="group"
          aria-label={field.label}
          className="grid grid-cols-[minmax(64px,1fr)_minmax(104px,1.4fr)_minmax(84px,1.4fr)] gap-2"
        >
          <input
            type="number"
            className="input"
            min={1}
            aria-label={`${field.label}: number`}
            value={single?.amount ?? ''}
            onChange={({ target }) => setNumber(target.value)}
          />
          <Select
            label={`${field.label}: unit`}
            value={unit}
            options={units.map(unit => ({ value: unit, label: `${unit}s` }))}
            onChange={unit => onChange(formatIsoDuration({ unit, amount: single?.amount ?? 1 }))}
          />
          <input
            {...control}
            {...LITERAL}
            name={field.name}
            className="input mono"
            placeholder="P30D"
            autoCapitalize="characters"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  );
}
