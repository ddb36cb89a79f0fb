import { type ComponentProps, type ReactNode, useId } from 'react';
import { ErrorText, useFieldError } from './form';

/** Props of fields for codes and names, which the browser must not correct, capitalize or complete. */
export const LITERAL = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } as const;

export interface FieldProps {
  label: ReactNode;
  /** Field of the request body, whose validation error is shown. */
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export function Field({
  label,
  name,
  hint,
  error,
  children,
}: FieldProps & { children: (props: ControlProps) => ReactNode }) {
  const id = useId();
  const fieldError = useFieldError(name);
  const message = error ?? fieldError;
  const control: ControlProps = { id };
  if (message) control['aria-invalid'] = true;
  if (message || hint) control['aria-describedby'] = `${id}-text`;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label
        htmlFor={id}
        className="text-sm font-medium [&_code]:rounded-[5px] [&_code]:bg-hover [&_code]:px-1.25 [&_code]:py-px"
      >
        {label}
      </label>
      {children(control)}
      {message && <ErrorText id={`${id}-text`}>{message}</ErrorText>}
      {!message && hint && (
        <p id={`${id}-text`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'className'> & { value: string; onChange: (value: string) => void };

export const TextField = ({ label, name, hint, error, onChange, ...input }: TextFieldProps) => (
  <Field label={label} name={name} hint={hint} error={error}>
    {control => (
      <input {...control} {...input} name={name} className="input" onChange={event => onChange(event.target.value)} />
    )}
  </Field>
);

const COLOR = /^#[0-9a-f]{6}$/i;

export const isColor = (text: string) => COLOR.test(text.trim());

/** A color as a text such as `#3451c7`, and a color picker. */
export const ColorField = ({
  onChange,
  value,
  ...props
}: FieldProps & { label: string; value: string; onChange: (value: string) => void }) => (
  <Field {...props}>
    {control => (
      <span className="flex gap-2">
        <input
          type="color"
          className="h-9 w-11 flex-none cursor-pointer rounded-md border border-line-strong bg-card p-0.75"
          aria-label={`${props.label}: color picker`}
          value={isColor(value) ? value.trim().toLowerCase() : '#000000'}
          onChange={event => onChange(event.target.value)}
        />
        <input
          {...control}
          className="input mono max-w-35"
          value={value}
          maxLength={7}
          {...LITERAL}
          onChange={event => onChange(event.target.value)}
        />
      </span>
    )}
  </Field>
);

export const TextareaField = (
  props: FieldProps & { value: string; rows: number; onChange: (value: string) => void },
) => (
  <Field {...props}>
    {control => (
      <textarea
        {...control}
        className="input mono field-sizing-content resize-y py-2.5 text-sm leading-[1.6]"
        rows={props.rows}
        value={props.value}
        spellCheck={false}
        autoCapitalize="off"
        onChange={event => props.onChange(event.target.value)}
      />
    )}
  </Field>
);

interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** Labels by value, or a list of options. The label of an option without label is its value. */
type Options<Value extends string> = Readonly<Partial<Record<Value, string>>> | readonly (Option<Value> | Value)[];

function listOf<Value extends string>(options: Options<Value>): Option<Value>[] {
  if (Symbol.iterator in options)
    return options.map(option => (typeof option === 'string' ? { value: option, label: option } : option));
  return Object.entries(options as Record<string, string>).map(([value, label]) => ({ value: value as Value, label }));
}

interface SelectProps<Value extends string> {
  value: Value | undefined;
  options: Options<Value>;
  onChange: (value: Value) => void;
  /** Label of an option with an empty value. */
  empty?: string | undefined;
  /** Whether further options could not be loaded. */
  isIncomplete?: boolean;
}

/** A native select with an accessible name and no visible label. A value that is not an option is added to the options. */
export function Select<Value extends string>(
  props: SelectProps<Value> & { label?: string; control?: ControlProps },
): ReactNode {
  const options = listOf(props.options);
  if (props.value && !options.some(({ value }) => value === props.value))
    options.push({ value: props.value, label: props.value });
  return (
    <span className="select">
      <select
        className="input appearance-none pe-8 text-ellipsis"
        {...props.control}
        aria-label={props.label}
        value={props.value ?? ''}
        onChange={event => props.onChange(event.target.value as Value)}
      >
        {props.empty !== undefined && <option value="">{props.empty}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {props.isIncomplete && <option disabled>The options could not be loaded.</option>}
      </select>
    </span>
  );
}

export const SelectField = <Value extends string>({
  label,
  name,
  hint,
  error,
  ...props
}: FieldProps & SelectProps<Value>) => (
  <Field label={label} name={name} hint={hint} error={error}>
    {control => <Select control={control} {...props} />}
  </Field>
);

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: Options<Value>;
  onChange: (value: Value) => void;
}

export function SegmentedControl<Value extends string>(props: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex min-h-9 max-w-full justify-self-start overflow-x-auto rounded-[9px] bg-[light-dark(#eeeef2,#22232a)] p-0.75">
      <legend className="sr-only">{props.label}</legend>
      {listOf(props.options).map(({ value, label }) => (
        <label key={value} className="segment">
          <input
            className="absolute inset-0 cursor-pointer opacity-0"
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A segmented control with a visible label. */
export const SegmentedField = <Value extends string>({ hint, ...props }: SegmentsProps<Value> & { hint?: string }) => (
  <div className="grid grid-cols-1 gap-1.5">
    <span className="text-sm font-medium" aria-hidden>
      {props.label}
    </span>
    <SegmentedControl {...props} />
    {hint && <p className="text-sm text-muted">{hint}</p>}
  </div>
);

interface CheckboxProps {
  label: ReactNode;
  hint?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}

export const Checkbox = ({ label, hint, checked, disabled, onChange }: CheckboxProps) => (
  <label className="flex items-start gap-2.5">
    <input
      className="mt-0.75 size-4 accent-accent"
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
    />
    <span>
      {label}
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </span>
  </label>
);

/** A list of checkboxes; `value` has the values of the checked ones. */
export function CheckboxGroup(props: {
  legend: string;
  /** Field of the request body, whose validation error is shown. */
  name: string;
  options: readonly { value: string; label: ReactNode; hint?: string | undefined }[];
  value: string[];
  onChange: (value: string[]) => void;
  disabled?: boolean;
  /** Limits the height of a long list. */
  scroll?: boolean;
  /** Checkboxes above the list. */
  children?: ReactNode;
}) {
  const error = useFieldError(props.name);
  const toggle = (option: string, checked: boolean) =>
    props.onChange(checked ? [...props.value, option] : props.value.filter(other => other !== option));
  return (
    <fieldset className={`grid gap-3 ${props.scroll ? 'max-h-65 overflow-y-auto' : ''}`}>
      <legend className="mb-2.5 text-sm font-medium">{props.legend}</legend>
      {props.children}
      {props.options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          label={label}
          hint={hint}
          checked={props.value.includes(value)}
          disabled={props.disabled}
          onChange={checked => toggle(value, checked)}
        />
      ))}
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  );
}

export const Switch = (props: { label: ReactNode; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className="inline-flex cursor-pointer items-center gap-2 font-medium">
    <input
      className="switch"
      type="checkbox"
      role="switch"
      aria-checked={props.checked}
      checked={props.checked}
      onChange={event => props.onChange(event.target.checked)}
    />
    <span>{props.label}</span>
  </label>
);
