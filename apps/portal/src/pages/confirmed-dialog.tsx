import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Confirmation, ConfirmationView, PasskeyRequest } from '#identity/contract';
import { callApi } from '../api/client';
import { queries } from '../api/queries';
import { canUsePasskeys, signWithPasskey } from '../lib/passkeys';
import { FormDialog, hasScreenKeyboard } from '../ui/dialog';
import { LITERAL, SegmentedField, TextField } from '../ui/field';
import { ErrorText, type FormProps, useFields } from '../ui/form';

type ConfirmationMethod = 'password' | 'code' | 'passkey';

const LABELS: Record<ConfirmationMethod, string> = { password: 'Password', code: 'Code', passkey: 'Passkey' };

const methodsOf = ({ code, passkey }: ConfirmationView): ConfirmationMethod[] => [
  'password',
  ...(code ? (['code'] as const) : []),
  ...(passkey && canUsePasskeys() ? (['passkey'] as const) : []),
];

interface ConfirmedFormProps<Result> extends Omit<FormProps<Result>, 'onSubmit' | 'children' | 'onCancel'> {
  title: string;
  description?: ReactNode;
  onSubmit: (confirmation: Confirmation) => Promise<Result>;
  children?: ReactNode;
}

/** A form dialog for changes of logins, which the person confirms with a password, a code or a passkey. */
export function ConfirmedDialog<Result>({ onSubmit, children, disabled, ...form }: ConfirmedFormProps<Result>) {
  const { isMissing, fields, confirm } = useConfirmed({ hasFocus: !children });
  return (
    <FormDialog {...form} disabled={disabled === true || isMissing} onSubmit={async () => onSubmit(await confirm())}>
      {children}
      {fields}
    </FormDialog>
  );
}

const EMPTY = { method: 'password' as ConfirmationMethod, current: '', code: '' };

/** The fields of a confirmation. With `hasFocus`, the password field gets the focus. */
export function useConfirmed({ hasFocus = false } = {}) {
  const { values, update, field } = useFields(EMPTY);
  const { method, current, code } = values;
  const clear = () => update({ current: '', code: '' });
  const { data, error } = useQuery(queries.confirmation());
  const isFresh = data?.fresh_until != null;
  const isMissing = !isFresh && ((method === 'password' && !current) || (method === 'code' && !code.trim()));
  const confirm = async (): Promise<Confirmation> => {
    if (isFresh) return {};
    if (method === 'password') return { current };
    if (method === 'code') return { code };
    return { passkey: await signWithPasskey(await callApi<PasskeyRequest>('POST', ['confirmation', 'options'])) };
  };
  const fields = isFresh ? (
    <p className="text-sm text-muted">You have just logged in, so you need no password.</p>
  ) : (
    <>
      <ConfirmationFields
        methods={data ? methodsOf(data) : ['password']}
        openid={data?.openid ?? null}
        {...{ method, field, hasFocus }}
      />
      {!data && error && <ErrorText>{`Other methods could not be loaded. ${error.message}`}</ErrorText>}
    </>
  );
  return { isMissing, confirm, clear, fields };
}

interface ConfirmationFieldsProps {
  methods: ConfirmationMethod[];
  method: ConfirmationMethod;
  openid: string | null;
  field: ReturnType<typeof useFields<typeof EMPTY>>['field'];
  hasFocus: boolean;
}

function ConfirmationFields({ methods, method, openid, field, hasFocus }: ConfirmationFieldsProps) {
  return (
    <>
      {methods.length > 1 && (
        <SegmentedField
          label="Confirm with"
          options={methods.map(value => ({ value, label: LABELS[value] }))}
          hint={method === 'passkey' ? 'Your browser asks for your passkey next.' : ''}
          {...field('method')}
        />
      )}
      {method === 'password' && (
        <TextField
          label="Current password"
          {...field('current')}
          type="password"
          autoComplete="current-password"
          autoFocus={hasFocus && !hasScreenKeyboard()}
        />
      )}
      {method === 'code' && (
        <TextField
          label="Code of your app, or a recovery code"
          {...field('code')}
          {...LITERAL}
          autoComplete="one-time-code"
        />
      )}
      {openid !== null && <LogInAgain provider={openid} />}
    </>
  );
}

/** For people without a password: a login with the provider confirms changes for a few minutes. */
function LogInAgain({ provider }: { provider: string }) {
  const { pathname, searchStr } = useLocation();
  return (
    <p className="text-sm text-muted">
      No password?{' '}
      <a href={`/portal/openid/start?${new URLSearchParams({ back: pathname + searchStr })}`}>
        Log in again with {provider}
      </a>
      , then repeat this within 5 minutes.
    </p>
  );
}

/** A sentence with the number of access tokens that a change has revoked; empty if none. */
export const revokedText = ({ revoked_tokens: count }: { revoked_tokens: number }): string =>
  count === 0 ? '' : ` ${count} access ${count === 1 ? 'token was' : 'tokens were'} revoked.`;
