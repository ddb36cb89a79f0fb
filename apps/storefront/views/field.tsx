interface FieldProps {
  name: string;
  label: string;
  value?: string | undefined;
  inputmode?: 'text' | 'email' | 'tel';
  autocomplete?: string;
  required?: boolean;
  hint?: string;
  /** Error of the value, as a sentence. */
  problem?: string | undefined;
}

/** A text field with its label and a hint. */
export const Field = ({
  name,
  label,
  value = '',
  inputmode = 'text',
  required = false,
  hint,
  problem,
  ...rest
}: FieldProps) => (
  <div class="field">
    <label for={name}>
      {label} {!required && <span class="optional">(optional)</span>}
    </label>
    <input
      id={name}
      name={name}
      type="text"
      inputmode={inputmode}
      value={value}
      required={required}
      autocomplete={rest.autocomplete}
      aria-invalid={problem ? true : undefined}
      aria-describedby={[hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ') || undefined}
    />
    {hint && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    {problem && (
      <p class="error" id={`${name}-error`}>
        {problem}
      </p>
    )}
  </div>
);
