import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { PasskeyRequest, PersonView } from '#identity/contract';
import { PageLink } from '../shell/links';
import { ApiError, callApi } from '../api/client';
import { loadShell } from '../shell/load-shell';
import { useReturnAfterLogin } from '../shell/return-after-login';
import { LITERAL, TextField } from '../ui/field';
import { ErrorText, Form, useFields } from '../ui/form';
import { LoginCard } from './login-card';
import { queries } from '../api/queries';
import { canUsePasskeys, signWithPasskey } from '../lib/passkeys';
import { Button, buttonClass } from '../ui/button';
import { useAction } from '../api/use-action';

export function Login() {
  const { back, step } = useSearch({ from: '/login' });
  const enter = useReturnAfterLogin();
  const needsCode = step === 'code';
  const description = back ? 'Log in to continue.' : 'Developer portal of the domain sandbox.';
  return (
    <LoginCard
      title="Log in"
      heading={needsCode ? 'Second step' : 'Log in to Nameyard'}
      description={needsCode ? 'Your password alone is not enough for this account.' : description}
    >
      {needsCode ? <SecondStep onSuccess={person => enter(person, back)} /> : <FirstStep />}
    </LoginCard>
  );
}

function FirstStep() {
  const search = useSearch({ from: '/login' });
  const navigate = useNavigate({ from: '/login' });
  const enter = useReturnAfterLogin();
  const { values, field } = useFields({ email: '', password: '' });
  const logIn = () => {
    // Loads the shell while the server checks the password. If loading fails, the next page repeats it.
    loadShell().catch(() => undefined);
    return undefinedIfSecondStep(callApi<PersonView>('POST', ['session'], values));
  };
  const finish = (person: PersonView | undefined) =>
    person ? enter(person, search.back) : void navigate({ search: { ...search, step: 'code' } });
  return (
    <>
      <Form onSubmit={logIn} refetch={false} onSuccess={finish} submit="Log in">
        <TextField label="Email" {...field('email')} inputMode="email" {...LITERAL} autoComplete="username" autoFocus />
        <TextField label="Password" {...field('password')} type="password" autoComplete="current-password" />
      </Form>
      <OtherMethods back={search.back} onSuccess={person => enter(person, search.back)} />
      <p className="text-sm text-muted">
        If the password of the first operator was generated, Nameyard printed it at its first start. If you forgot
        yours, ask an operator for a link to reset it.
      </p>
    </>
  );
}

interface LoginProps {
  onSuccess: (person: PersonView) => void;
}

/** Asks for a code or a passkey after the password was accepted; see `undefinedIfSecondStep`. */
function SecondStep({ onSuccess }: LoginProps) {
  const { data } = useQuery(queries.secondStep());
  const offersPasskey = data?.passkey === true && canUsePasskeys();
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
        <PageLink to="/login" search={({ back }) => ({ back })} label="Start again" />
      </p>
    </>
  );
}

function CodeForm({ hasApp, onSuccess }: LoginProps & { hasApp: boolean }) {
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

/** Logins without a password, with a passkey or a provider, if the installation and the browser support them. */
function OtherMethods({ back, onSuccess }: LoginProps & { back: string | undefined }) {
  const { data, error } = useQuery(queries.loginMethods());
  const offersPasskeys = data?.passkeys === true && canUsePasskeys();
  if (!data && error) return <ErrorText>{`Other ways to log in could not be loaded. ${error.message}`}</ErrorText>;
  if (!data?.openid && !offersPasskeys) return null;
  const query = back === undefined ? '' : `?${new URLSearchParams({ back })}`;
  return (
    <>
      <p className="text-center text-muted">or</p>
      {offersPasskeys && <PasskeyButton step="passkey" onSuccess={onSuccess} />}
      {/* The server redirects to the provider. */}
      {data.openid && (
        <a className={buttonClass()} href={`/portal/openid/start${query}`}>
          Log in with {data.openid}
        </a>
      )}
    </>
  );
}

interface PasskeyButtonProps extends LoginProps {
  /** Whether the passkey replaces the password, or is the second step after it. */
  step: 'passkey' | 'second-step';
}

function PasskeyButton({ step, onSuccess }: PasskeyButtonProps) {
  const logIn = async () => {
    const request = await callApi<PasskeyRequest>('POST', ['session', step, 'options']);
    return callApi<PersonView>('POST', ['session', step], await signWithPasskey(request));
  };
  const { mutate, isPending, error } = useAction(logIn, { errors: 'form', refetch: false, onSuccess });
  return (
    <>
      <Button
        label={step === 'passkey' ? 'Log in with a passkey' : 'Use a passkey'}
        icon={Fingerprint}
        busy={isPending}
        onClick={() => mutate()}
      />
      {error && <ErrorText>{error.message}</ErrorText>}
    </>
  );
}

/** Resolves to undefined if the login needs a second step. */
export async function undefinedIfSecondStep<Result>(login: Promise<Result>): Promise<Result | undefined> {
  try {
    return await login;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return undefined;
    throw error;
  }
}
