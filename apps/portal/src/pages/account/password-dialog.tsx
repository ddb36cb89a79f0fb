import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useFields } from '../../ui/form';

/** Asks for the current password before a change of the login. */
export function PasswordDialog<Result>(props: {
  title: string;
  description?: ReactNode;
  submit: string;
  danger?: boolean;
  done?: string;
  send: (password: string) => Promise<Result>;
  onSuccess?: (result: Result) => void;
  children?: ReactNode;
}) {
  const { send, children, ...form } = props;
  const { values, field } = useFields({ current: '' });
  return (
    <FormDialog {...form} disabled={!values.current} send={() => send(values.current)}>
      {children}
      <TextField
        label="Current password"
        {...field('current')}
        type="password"
        autoComplete="current-password"
        autoFocus={!children}
      />
    </FormDialog>
  );
}
