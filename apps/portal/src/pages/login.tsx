import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PersonView } from '#identity/contract';
import { callApi } from '../api/client';
import { useReturnAfterLogin } from '../shell/return-after-login';
import { LITERAL, TextField } from '../ui/field';
import { Form, useFields } from '../ui/form';
import { OtherMethods } from './login/other-methods';
import { SecondStep } from './login/second-step';
import { unlessSecondStep } from './login/unless-second-step';
import { LoginCard } from './login-card';

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
  const finish = (person: PersonView | undefined) =>
    person ? enter(person, search.back) : void navigate({ search: { ...search, step: 'code' } });
  return (
    <>
      <Form
        onSubmit={() => unlessSecondStep(callApi<PersonView>('POST', ['session'], values))}
        refetch={false}
        onSuccess={finish}
        submit="Log in"
      >
        <TextField label="Email" {...field('email')} inputMode="email" {...LITERAL} autoComplete="username" autoFocus />
        <TextField label="Password" {...field('password')} type="password" autoComplete="current-password" />
      </Form>
      <OtherMethods back={search.back} onSuccess={person => enter(person, search.back)} />
      <p className="text-sm text-muted">
        Nameyard printed the password of the first operator when it was started for the first time. If you forgot yours,
        ask an operator for a link to reset it.
      </p>
    </>
  );
}
