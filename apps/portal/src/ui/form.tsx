import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ApiError } from '../api/client';
import { type ActionOptions, useAction } from '../api/use-action';
import { Button } from './button';
import { MarkedText } from './placeholders';

const NO_FORM = { error: null, fields: new Set<string>() };

const FormContext = createContext<{ error: ApiError | null; fields: Set<string> }>(NO_FORM);

/** The error of the last submission of the surrounding form. */
export const useFormError = () => useContext(FormContext).error;

/** The validation error of a field, which the surrounding form then does not show itself. */
export function useFieldError(name: string | undefined): string | undefined {
  const { error, fields } = useContext(FormContext);
  useEffect(() => {
    if (name === undefined) return undefined;
    fields.add(name);
    return () => void fields.delete(name);
  }, [fields, name]);
  return name === undefined ? undefined : error?.fieldError(name);
}

/** The values of the fields of a form; `field(name)` returns the props of a field. */
export function useFields<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial);
  const update = (changes: Partial<Values>) => setValues(values => ({ ...values, ...changes }));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    onChange: (value: Values[Name]) => update({ [name]: value } as unknown as Partial<Values>),
  });
  return { values, update, field };
}

export interface FormProps<Result> extends ActionOptions<Result, void> {
  onSubmit: () => Promise<Result>;
  /** Label of the submit button; without it the form has no buttons. */
  submit?: string | undefined;
  submitIcon?: Parameters<typeof Button>[0]['icon'];
  disabled?: boolean;
  danger?: boolean;
  /** Adds a cancel button, for forms in dialogs. */
  onCancel?: () => void;
  children: ReactNode;
}

/** Class names of the buttons of a dialog. */
export const dialogFootClass = 'mt-1.5 flex flex-wrap justify-end gap-2 max-md:*:flex-1';

/** Class names of fields side by side, if the form is wide enough. */
export const fieldRowClass = 'grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] items-start gap-4.5';

/**
 * A form. Shows validation errors at the fields and all other errors above the buttons, also those of fields that it does not
 * have. Scrolls to the first error.
 */
export function Form<Result>(props: FormProps<Result>) {
  const { onSubmit, submit, submitIcon, disabled, danger, onCancel, children, errors = 'form', ...options } = props;
  const { mutate, isPending, error: lastError } = useAction(onSubmit, { errors, ...options });
  const error = errors === 'form' ? lastError : null;
  const form = useRef<HTMLFormElement>(null);
  const [fields] = useState(() => new Set<string>());
  const context = useMemo(() => ({ error, fields }), [error, fields]);
  useEffect(() => {
    if (error) form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) mutate();
  };
  return (
    <form ref={form} className="grid grid-cols-1 gap-4.5" method="post" noValidate onSubmit={handleSubmit}>
      <FormContext value={context}>{children}</FormContext>
      {error && error.details.length === 0 && <ErrorText>{error.message}</ErrorText>}
      {error?.errorsExcept(fields).map(message => (
        <ErrorText key={message}>{message}</ErrorText>
      ))}
      {submit && (
        <footer className={`order-2 ${onCancel ? dialogFootClass : 'flex justify-end gap-2'}`}>
          {onCancel && <Button label="Cancel" onClick={onCancel} />}
          <Button
            label={submit}
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            icon={submitIcon}
            busy={isPending}
            disabled={disabled}
          />
        </footer>
      )}
    </form>
  );
}

export const ErrorText = ({ id, children }: { id?: string; children: string }) => (
  <p id={id} className="text-sm text-bad" role="alert">
    <MarkedText>{toSentence(children)}</MarkedText>
  </p>
);

/** Makes a sentence from a validation message such as "must be an integer". */
export const toSentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
