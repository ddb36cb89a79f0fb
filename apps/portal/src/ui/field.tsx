import { createContext, type ComponentProps, type ReactNode, useContext, useId } from 'react';

interface Described {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const Context = createContext<Described | undefined>(undefined);

/** A label, what it is for, its control, and what is wrong with it. */
export function Field(props: { label: ReactNode; hint?: ReactNode; error?: string | undefined; children: ReactNode }) {
  const id = useId();
  const described: Described = { id };
  if (props.error) described['aria-invalid'] = true;
  if (props.hint || props.error) described['aria-describedby'] = `${id}-more`;
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <Context value={described}>{props.children}</Context>
      {props.error ? (
        <p id={`${id}-more`} className="problem" role="alert">
          {sentence(props.error)}
        </p>
      ) : (
        props.hint && (
          <p id={`${id}-more`} className="hint">
            {props.hint}
          </p>
        )
      )}
    </div>
  );
}

export const Input = (props: ComponentProps<'input'>) => (
  <input {...useContext(Context)} {...props} className={`input ${props.className ?? ''}`} />
);

export const Select = (props: ComponentProps<'select'>) => (
  <span className="select">
    <select {...useContext(Context)} {...props} />
  </span>
);

export const Textarea = (props: ComponentProps<'textarea'>) => (
  <textarea {...useContext(Context)} {...props} className={`input textarea ${props.className ?? ''}`} />
);

export function Checkbox({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}

export function Switch({
  label,
  onChange,
  checked,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A few choices side by side, of which one holds. */
export function Choice<V extends string>(props: {
  legend: string;
  value: V;
  options: { value: V; label: string }[];
  onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{props.legend}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value}>
          <input
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

/** The back end's words continue a field's name; on a page they stand alone. */
export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
