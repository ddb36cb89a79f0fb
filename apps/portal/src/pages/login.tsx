import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { PersonView } from '#accounts/contract';
import { callApi } from '../api/client';
import { queries } from '../api/queries';
import { noteSession } from '../shell/session';
import { Logo } from '../shell/shell';
import { TextField } from '../ui/field';
import { Form, useFields } from '../ui/form';

export function Login() {
  const { back } = useSearch({ from: '/login' });
  const router = useRouter();
  const client = useQueryClient();
  const { values, field } = useFields({ email: '', password: '' });
  const enter = (person: PersonView) => {
    client.clear();
    noteSession(true);
    client.setQueryData(queries.session().queryKey, person);
    router.history.replace(`/portal${isPortalPath(back) ? back : '/'}`);
  };
  return (
    <main className="login">
      <title>Log in · Nameyard</title>
      <div className="login-card">
        <Logo />
        <h1>Log in to Nameyard</h1>
        <p className="description">{back ? 'Log in to continue.' : 'Developer portal of the domain sandbox.'}</p>
        <Form
          send={() => callApi<PersonView>('POST', ['session'], values)}
          refetch={false}
          onSuccess={enter}
          submit="Log in"
        >
          <TextField label="Email" {...field('email')} type="email" autoComplete="username" autoFocus />
          <TextField label="Password" {...field('password')} type="password" autoComplete="current-password" />
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
