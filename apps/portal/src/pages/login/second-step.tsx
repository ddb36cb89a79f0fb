import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PersonView } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { hasPasskeys } from '../../lib/passkeys';
import { LITERAL, TextField } from '../../ui/field';
import { Form, useFields } from '../../ui/form';
import { PasskeyButton } from './passkey-button';

interface SecondStepProps {
  onSuccess: (person: PersonView) => void;
}

/** Asks for a code or a passkey after the password was accepted; see `unlessSecondStep`. */
export function SecondStep({ onSuccess }: SecondStepProps) {
  const { data } = useQuery(queries.secondStep());
  const offersPasskey = data?.passkey === true && hasPasskeys();
  return (
    <>
      {offersPasskey && (
        <>
          <PasskeyButton step="second-step" onSuccess={onSuccess} />
          <p className="text-center text-muted">or</p>
        </>
      )}
      <CodeForm hasApp={data?.totp ?? true} onSuccess={onSuccess} />
      <p className="text-sm text-muted">
        If you lost your second factors and your recovery codes, ask an operator to remove them.{' '}
        <Link to="/login" search={({ back }) => (back === undefined ? {} : { back })}>
          Start again
        </Link>
      </p>
    </>
  );
}

function CodeForm({ hasApp, onSuccess }: SecondStepProps & { hasApp: boolean }) {
  const { values, field } = useFields({ code: '' });
  const hint = hasApp
    ? 'The code that your authenticator app shows, or one of your recovery codes.'
    : 'One of your recovery codes.';
  return (
    <Form
      onSubmit={() => callApi<PersonView>('POST', ['session', 'code'], values)}
      refetch={false}
      onSuccess={onSuccess}
      submit="Log in"
      disabled={values.code.trim() === ''}
    >
      <TextField label="Code" {...field('code')} hint={hint} {...LITERAL} autoComplete="one-time-code" autoFocus />
    </Form>
  );
}
