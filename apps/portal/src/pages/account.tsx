import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ask } from '../api/client';
import type { PersonView, SessionsEnded } from '../api/types';
import { useAction } from '../api/use-action';
import { noteSession, usePerson } from '../shell/session';
import { chooseTheme, useTheme } from '../shell/theme';
import { Button } from '../ui/button';
import { Confirm } from '../ui/dialog';
import { Choice, Field, Input } from '../ui/field';
import { Card, Facts, Page } from '../ui/page';
import { Day } from '../ui/time';

export function Account() {
  const person = usePerson();
  const theme = useTheme();
  return (
    <Page title="Account">
      <div className="narrow">
        <Card>
          <Facts
            facts={[
              ['Email', person.email],
              ['Role', person.role === 'operator' ? 'Operator: everything, in all tenants' : 'Developer'],
              [
                'Tenants',
                person.role === 'operator' ? 'All' : person.tenants.map(({ name }) => name).join(', ') || 'None yet',
              ],
              ['Since', <Day key="since" at={person.created_at} />],
            ]}
          />
        </Card>
        <Password email={person.email} />
        <Card title="Appearance">
          <Choice
            legend="Theme"
            value={theme}
            options={[
              { value: 'system', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={chooseTheme}
          />
        </Card>
        <Everywhere />
      </div>
    </Page>
  );
}

function Password({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useAction(() => ask<PersonView>('POST', 'password', { current, password }), {
    quiet: true,
    done: 'The password is changed. All your other sessions have ended.',
    onDone: () => {
      setCurrent('');
      setPassword('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined);
  };
  const { error } = change;
  return (
    <Card title="Password" about="Changing it ends all your other sessions.">
      <form className="form" method="post" onSubmit={submit} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label="Present password" error={error?.about('current')}>
          <Input
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        </Field>
        <Field
          label="New password"
          hint="12 to 128 characters; a few words are better than many signs."
          error={error?.about('password')}
        >
          <Input
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </Field>
        {error && error.details.length === 0 && (
          <p className="problem" role="alert">
            {error.message}
          </p>
        )}
        <footer className="form-foot">
          <Button type="submit" variant="primary" busy={change.isPending} disabled={!current || !password}>
            Change password
          </Button>
        </footer>
      </form>
    </Card>
  );
}

function Everywhere() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const end = useAction(() => ask<SessionsEnded>('DELETE', 'sessions'), {
    done: 'You are logged out everywhere.',
    onDone: () => {
      noteSession(false);
      void navigate({ to: '/login' }).then(() => client.clear());
    },
  });
  return (
    <Card
      title="Sessions"
      about="If you have lost a device, or used one that is not yours."
      actions={
        <Button icon={<LogOut size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
          Log out everywhere
        </Button>
      }
    >
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => end.mutate(undefined)}
        title="Log out everywhere?"
        action="Log out everywhere"
        busy={end.isPending}
      >
        <p>All your sessions end, this one too.</p>
      </Confirm>
    </Card>
  );
}
