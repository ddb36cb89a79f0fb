import { createContext, type FormEvent, type ReactNode, useContext, useEffect } from 'react';
import type { ApiError } from '../api/client';
import { Button } from './button';

const ErrorContext = createContext<ApiError | null>(null);

/** The error of the last submission of the surrounding form. */
export const useFormError = () => useContext(ErrorContext);

/** State of a mutation. */
export interface Action {
  isPending: boolean;
  error: ApiError | null;
  reset: () => void;
}

type FormProps = {
  /** Label of the submit button; without it the form has no buttons. */
  submit?: string | undefined;
  submitIcon?: Parameters<typeof Button>[0]['icon'];
  disabled?: boolean;
  danger?: boolean;
  /** Adds a cancel button, for forms in dialogs. */
  onCancel?: () => void;
  children: ReactNode;
} & ({ action: Action & { mutate: () => void } } | { action?: Action; onSubmit: () => void });

/** A form that shows validation errors at its fields and all other errors above its buttons. */
export function Form({ submit, submitIcon, disabled, danger, onCancel, children, ...props }: FormProps) {
  const { action } = props;
  const { error = null, isPending = false, reset } = action ?? {};
  // Clears the previous error when a dialog opens again.
  useEffect(() => reset?.(), [reset]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ('onSubmit' in props) props.onSubmit();
    else props.action.mutate();
  };
  return (
    <form className="form" method="post" noValidate onSubmit={handleSubmit}>
      <ErrorContext value={error}>{children}</ErrorContext>
      {error && error.details.length === 0 && <ErrorText>{error.message}</ErrorText>}
      {submit && (
        <footer className={onCancel ? 'dialog-foot' : 'form-foot'}>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            icon={submitIcon}
            busy={isPending}
            disabled={disabled}
          >
            {submit}
          </Button>
        </footer>
      )}
    </form>
  );
}

export const ErrorText = ({ id, children }: { id?: string; children: string }) => (
  <p id={id} className="error-text" role="alert">
    {sentence(children)}
  </p>
);

/** Makes a sentence of a validation message such as "must be an integer". */
export const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
