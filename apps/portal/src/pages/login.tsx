import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../api/client';
import { queries } from '../api/queries';
import type { PersonView } from '../api/types';
import { useAction } from '../api/use-action';
import { noteSession } from '../shell/session';
import { Logo } from '../shell/shell';
import { TextField } from '../ui/field';
import { Form } from '../ui/form';

const route = getRouteApi('/login');

export function Login() {
  const { back } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useAction(() => callApi<PersonView>('POST', ['session'], { email, password }), {
    errors: 'form',
    refetch: false,
    onSuccess: person => {
      client.clear();
      noteSession(true);
      client.setQueryData(queries.session().queryKey, person);
      router.history.replace(`/portal${isPortalPath(back) ? back : '/'}`);
    },
  });
  return (
    <main className="login">
      <title>Log in · Nameyard</title>
      <div className="login-card">
        <Logo />
        <h1>Log in to Nameyard</h1>
        <p className="description">{back ? 'Log in to continue.' : 'Developer portal of the domain sandbox.'}</p>
        <Form action={logIn} submit="Log in">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={setEmail}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </Form>
        <p className="hint">
          Nameyard printed the password of the first operator when it was started for the first time. If you forgot
          yours, ask an operator to reset it.
        </p>
      </div>
    </main>
  );
}

/** Prevents redirects to other sites. */
const isPortalPath = (back: string | undefined) => back !== undefined && /^\/(?![/\\])/.test(back);
