import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ask } from '../api/client';
import { q } from '../api/queries';
import type { PersonView } from '../api/types';
import { useAction } from '../api/use-action';
import { noteSession } from '../shell/session';
import { Mark } from '../shell/shell';
import { Button } from '../ui/button';
import { Field, Input } from '../ui/field';

const route = getRouteApi('/login');

export function Login() {
  const { back } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useAction(() => ask<PersonView>('POST', 'session', { email, password }), {
    quiet: true,
    onDone: person => {
      client.clear();
      noteSession(true);
      client.setQueryData(q.session().queryKey, person);
      router.history.replace(`/portal${isOurs(back) ? back : '/'}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    logIn.mutate(undefined);
  };
  return (
    <main className="login">
      <title>Log in · Nameyard</title>
      <div className="login-card">
        <Mark />
        <h1>Log in to Nameyard</h1>
        <p className="about">
          {back ? 'Log in again to go on where you were.' : 'The developer portal of the domain sandbox.'}
        </p>
        <form onSubmit={submit} method="post" className="form">
          <Field label="Email" error={logIn.error?.about('email')}>
            <Input
              type="email"
              name="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={event => setEmail(event.target.value)}
            />
          </Field>
          <Field label="Password" error={logIn.error?.about('password')}>
            <Input
              type="password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          </Field>
          {logIn.error && logIn.error.details.length === 0 && (
            <p className="problem" role="alert">
              {logIn.error.message}
            </p>
          )}
          <Button type="submit" variant="primary" busy={logIn.isPending}>
            Log in
          </Button>
        </form>
        <p className="hint">
          The first operator’s password was printed when Nameyard was first started. Forgot yours? An operator can make
          you a new one.
        </p>
      </div>
    </main>
  );
}

/** Only an address of this portal is gone back to, whatever the link said. */
const isOurs = (back: string | undefined) => back !== undefined && /^\/(?![/\\])/.test(back);
